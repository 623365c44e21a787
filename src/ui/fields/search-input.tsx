import '@mantine/core/styles/Input.layer.css';
import { Input } from '@mantine/core';
import { SearchIcon } from '../icons.ts';

interface Props {
  /** What is searched: 'Search customers'. Label and placeholder in one. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A search box. The browser's own cross and Escape empty it. `TextInput`, which has a label, would draw it twice when the
 * list first comes: it makes up its id only once it is there.
 */
export function SearchInput({ label, value, onChange }: Props) {
  return (
    <Input
      type="search"
      size="md"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<SearchIcon size={18} aria-hidden />}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}
