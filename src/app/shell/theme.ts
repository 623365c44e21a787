import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { createElement } from 'react';
import { SelectIcon } from '../../ui/icons.ts';

/** Shade 6 is #1976d2: Mantine's blue is too light for white text. */
const brand: MantineColorsTuple = [
  '#e8f2fd',
  '#d0e4f9',
  '#a0c8f2',
  '#6facea',
  '#4793e2',
  '#2c83db',
  '#1976d2',
  '#1565b8',
  '#0f559c',
  '#07427d',
];

/** Bluish greys. 7 is the surface of cards and dialogs, 8 the page. */
const dark: MantineColorsTuple = [
  '#e6ebf1',
  '#c3ccd6',
  '#a3b0be',
  '#8b98a6',
  '#3d4956',
  '#2c3742',
  '#222c36',
  '#19212a',
  '#10151b',
  '#0b0f14',
];

/** Hints below keep the fields of a row aligned. */
const FIELD = {
  defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
};

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand, dark },
  autoContrast: true,
  fontFamily: 'var(--rc-font)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: FIELD,
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md', rightSection: createElement(SelectIcon, { size: 16 }) } },
    Textarea: FIELD,
    DateInput: FIELD,
    DateTimePicker: FIELD,
  },
});

/** Mantine's colors fail WCAG AA on white. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#17202b',
    '--mantine-color-dimmed': '#55606e',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c22525',
    '--mantine-color-default-border': '#cdd5de',
  },
  dark: {
    '--mantine-color-dimmed': '#a3b0be',
    '--mantine-color-placeholder': '#8b98a6',
    '--mantine-color-error': '#ff9a9a',
  },
});
