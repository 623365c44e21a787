import { useEffect } from 'react';
import { productWords } from '../words/start.ts';

/** Hidden from screen readers, because the name is beside it. */
export function ProductMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden="true">
      <rect width="512" height="512" rx="112" fill="#1976d2" />
      <g fill="none" stroke="#fff" strokeWidth="36" strokeLinecap="round" strokeLinejoin="round">
        <path d="M96 246 256 112l160 134" />
        <path d="M138 232v152a24 24 0 0 0 24 24h188a24 24 0 0 0 24-24V232" />
      </g>
      <path d="M256 214c34 42 54 72 54 100a54 54 0 0 1-108 0c0-28 20-58 54-100z" fill="#fff" />
    </svg>
  );
}

/** Sets the tab's title. Undefined keeps the current one. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = productWords.pageTitle({ title });
  }, [title]);
}
