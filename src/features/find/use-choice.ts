import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ResourceName } from '../../domain/resource-spec.ts';
import type { FindOption, FindSection } from './find-option.ts';

interface Asked {
  readonly sections: readonly FindSection[];
  readonly listId: string;
  /** False while the options are those of an earlier text. Enter then waits. */
  readonly isReady: boolean;
  readonly onOnly: (resource: ResourceName) => void;
  readonly onClose: () => void;
}

export interface Choice {
  /** The option that Enter chooses. */
  readonly current: FindOption | undefined;
  readonly activeId: string | undefined;
  /** Stays the same as long as the sections do. */
  readonly idOf: (option: FindOption) => string;
  /** Always stays the same. */
  readonly choose: (option: FindOption, inTab: boolean) => void;
  /** Marks the first option again. */
  readonly reset: () => void;
  /** Returns true if the key was for the list. */
  readonly press: (event: KeyboardEvent) => boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Keeps the marked option by its key: hits may come above it. */
export function useChoice({ sections, listId, isReady, onOnly, onClose }: Asked): Choice {
  const navigate = useNavigate();
  const options = useMemo(() => sections.flatMap((section) => section.options), [sections]);
  const [key, setKey] = useState<string | null>(null);
  /** Enter was pressed before the options were there. */
  const wanted = useRef<{ readonly inTab: boolean } | null>(null);
  const at = Math.max(
    0,
    options.findIndex((option) => option.key === key),
  );
  const current = options[at];
  const idOf = useCallback(
    (option: FindOption): string => `${listId}-${options.indexOf(option)}`,
    [listId, options],
  );
  const activeId = current && idOf(current);

  async function run(option: FindOption, inTab: boolean): Promise<void> {
    const { href, isOutside = false, only, run: act } = option;
    if (only !== undefined) return onOnly(only);
    if (href === undefined) {
      if (!(await act?.())) onClose();
      return;
    }
    if (isOutside || (inTab && href.startsWith('/'))) window.open(href, '_blank', 'noreferrer');
    else if (href.startsWith('/')) void navigate(href);
    else window.location.assign(href);
    onClose();
  }

  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const choose = useCallback(
    (option: FindOption, inTab: boolean): void => void latest.current(option, inTab),
    [],
  );
  function chooseCurrent(inTab: boolean): void {
    if (current) choose(current, inTab);
  }
  const chooseWanted = useEffectEvent(() => {
    const { current: enter } = wanted;
    wanted.current = null;
    if (enter) chooseCurrent(enter.inTab);
  });
  useEffect(() => {
    if (isReady) chooseWanted();
  }, [isReady]);
  const showMarked = useEffectEvent(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (key !== null) showMarked();
  }, [key]);

  return {
    current,
    activeId,
    idOf,
    choose,
    reset: () => {
      setKey(null);
      wanted.current = null;
    },
    press: (event) => {
      const step = STEPS[event.key];
      if (step === undefined && event.key !== 'Enter') return false;
      const inTab = event.ctrlKey || event.metaKey;
      if (step !== undefined) setKey(options[(at + step + options.length) % options.length]?.key ?? null);
      else if (isReady) chooseCurrent(inTab);
      else wanted.current = { inTab };
      return true;
    },
  };
}
