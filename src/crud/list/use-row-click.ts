import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Marks the link of a row that leads to its record. */
export const TO_RECORD = { 'data-record': true };

/**
 * What a click on any of a list's rows does: one for all of them, since a row that brings its own costs more to draw.
 * A click beside the row's links and buttons is for the mouse only: the keyboard has the link.
 */
export function useRowClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, currentTarget } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    const control = target.closest('a, button');
    const link = control ?? target.closest('tr')?.querySelector('a[data-record]');
    const path = link?.matches('a[data-record]') ? link.getAttribute('href') : null;
    if (!path) return;
    if (control) {
      // Another tab, another window, a file: the browser's own business.
      if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
    } else if (currentTarget.ownerDocument.getSelection()?.isCollapsed === false) return;
    void navigate(path);
  };
}
