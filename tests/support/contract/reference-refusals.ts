const invalidPk = (id: unknown) => ({ id, text: `Invalid pk "${String(id)}" - object does not exist.` });
const wrongType = (id: unknown, type: string) => ({
  id,
  text: `Incorrect type. Expected pk value, received ${type}.`,
});
const none = (id: unknown) => ({ id, text: 'This field may not be null.' });

/** Values that do not identify a record, and the errors that any server of the plain contract gives for them. */
export const referenceRefusals: readonly { readonly id: unknown; readonly text: string }[] = [
  invalidPk(99_999_999),
  invalidPk(0),
  invalidPk(-1),
  wrongType('tmp-1', 'str'),
  wrongType({ id: 1 }, 'dict'),
  wrongType([1], 'list'),
  wrongType(true, 'bool'),
  none(''),
  none(null),
];
