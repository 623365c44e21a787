/**
 * A choice value in words: 'property_management' is 'Property Management'. A value that is not among the
 * known ones shows as it is; nothing at all shows as '-'.
 */
export function choiceLabel(value: string, known: readonly string[]): string {
  if (value === '') return '-';
  return known.includes(value) ? titleCased(value) : value;
}

/** Where the words of a value are not those of its label. */
const LABELS: Readonly<Record<string, string>> = { biohazard: 'Biohazard Cleanup' };

function titleCased(value: string): string {
  const label = LABELS[value];
  if (label !== undefined) return label;
  return value
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
