import type { HtmlTagDescriptor } from 'vite';

export function socialTags(origin: string): HtmlTagDescriptor[];
