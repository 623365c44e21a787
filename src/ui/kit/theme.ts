import type * as Mantine from '@mantine/core';
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { createElement } from 'react';
import { SelectIcon } from '../icons.ts';
import { isTone } from './tones.ts';

/** Replaces Mantine's blue, which is too light for white text. Shade 6 is the primary one. */
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

/** Bluish grays. Shade 7 is the surface of cards and dialogs, 8 the page. */
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

/** Checks props as a component's `extend` does. Calling `extend` would load the component before it is needed. */
type Extension<C> = C extends { extend: (input: infer Input) => unknown } ? Input : never;

/** Puts hints below the input, so that the fields of a row stay aligned. */
const FIELD = {
  defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
} satisfies Extension<typeof Mantine.TextInput>;

/**
 * Draws a tone's ink color on its back color, in badges, notices, avatars and buttons alike. The brand's tone is called
 * accent.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const { color, variant } = input;
  const tone = isTone(color) ? color : color === 'brand' && 'accent';
  const isSubtle = variant === 'subtle';
  if (!tone || (variant !== 'light' && !isSubtle)) return defaultVariantColorsResolver(input);
  const isQuiet = isSubtle && tone === 'gray';
  const ink = `var(--rc-${isQuiet ? 'accent' : tone}-ink)`;
  const back = `var(--rc-${isQuiet ? 'accent' : tone}-back)`;
  return {
    background: isSubtle ? 'transparent' : back,
    hover: back,
    color: isQuiet ? 'var(--rc-muted)' : ink,
    hoverColor: ink,
    border: isSubtle ? '0' : `1px solid var(--rc-${tone}-line, transparent)`,
  };
};

/** Maps Mantine's names to the tokens of tokens.css. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand, dark },
  variantColorResolver,
  autoContrast: true,
  fontFamily: 'var(--rc-font)',
  fontSizes: {
    xs: 'var(--rc-text-tiny)',
    sm: 'var(--rc-text-note)',
    md: 'var(--rc-text)',
    lg: 'var(--rc-text-head)',
    xl: 'var(--rc-text-figure)',
  },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--rc-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--rc-text-head)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--rc-text)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--rc-text-note)', lineHeight: '1.45' },
      h4: { fontSize: 'var(--rc-text-small)', lineHeight: '1.45' },
      h5: { fontSize: 'var(--rc-text-tiny)', lineHeight: '1.45' },
      h6: { fontSize: 'var(--rc-text-tiny)', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { sm: '0.25rem', md: 'var(--rc-radius)', lg: 'var(--rc-radius-panel)', xl: '1rem' },
  shadows: { md: 'var(--rc-shadow-high)' },
  // sm: anything narrower is a phone. Media queries cannot read the theme, so they repeat 48em and 47.99em
  // (tests/ui/breakpoints.test.ts). lg: the table's seven columns still fit beside the navigation.
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '68em', xl: '88em' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 36 },
    } satisfies Extension<typeof Mantine.ActionIcon>,
    Button: { defaultProps: { size: 'sm' } } satisfies Extension<typeof Mantine.Button>,
    Skeleton: { defaultProps: { radius: 'xl' } } satisfies Extension<typeof Mantine.Skeleton>,
    TextInput: FIELD,
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md', rightSection: createElement(SelectIcon, { size: 16 }) } },
    Textarea: FIELD,
    DateInput: FIELD,
    DateTimePicker: FIELD,
  },
});

/**
 * Mantine's own colors fail WCAG AA on white. Ours are the same for both schemes, because the tokens change with the
 * scheme.
 */
const COLORS = {
  '--mantine-color-body': 'var(--rc-surface)',
  '--mantine-color-text': 'var(--rc-ink)',
  '--mantine-color-bright': 'var(--rc-ink)',
  '--mantine-color-dimmed': 'var(--rc-muted)',
  '--mantine-color-placeholder': 'var(--rc-placeholder)',
  '--mantine-color-error': 'var(--rc-error)',
  '--mantine-color-anchor': 'var(--rc-accent-ink)',
  '--mantine-color-default': 'var(--rc-field)',
  '--mantine-color-default-hover': 'var(--rc-hover)',
  '--mantine-color-default-color': 'var(--rc-ink)',
  '--mantine-color-default-border': 'var(--rc-field-line)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLORS, dark: COLORS });
