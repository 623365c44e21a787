import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { CloseButton } from '@mantine/core';
import { createSpotlight, SpotlightRoot, SpotlightSearch } from '@mantine/spotlight';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFocusReturn, useStillPage, useTopEscape } from '../../ui/feedback/use-layer.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { commonWords } from '../../words/common.ts';
import { findWords } from '../../words/find.ts';
import css from './find.module.css';

interface Props {
  readonly typed: string;
  readonly listId: string;
  /** The id of the marked option. */
  readonly activeId: string | undefined;
  /** Called in a later task than the one that draws the field: Mantine focuses it by a timer. */
  readonly onFocus: () => void;
  readonly onType: (text: string) => void;
  /** Returns true if the key was used. */
  readonly onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean;
  readonly onEscape: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Mantine's Spotlight with our own list, because screen readers do not announce the marked option of Mantine's. */
export function FindFrame({
  typed,
  listId,
  activeId,
  onFocus,
  onType,
  onKey,
  onEscape,
  onClose,
  children,
}: Props) {
  const [store] = useState(openedStore);
  useFocusReturn(true);
  useTopEscape(onEscape, true, 'entry');
  const removeScrollProps = useStillPage(true);
  const isPhone = useWindowSize() === 'small';

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent) || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <SpotlightRoot
      store={store}
      shortcut={null}
      query={typed}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      size="44rem"
      yOffset="6vh"
      zIndex={200}
      fullScreen={isPhone}
      overlayProps={{}}
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      classNames={{ content: css.content, body: css.body }}
      attributes={{ content: { 'aria-label': findWords.title } }}
    >
      <div className={css.bar}>
        <SpotlightSearch
          data-autofocus
          type="search"
          size="md"
          role="combobox"
          aria-label={findWords.title}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={findWords.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          leftSection={<SearchIcon size={20} aria-hidden />}
          classNames={{ wrapper: css.field }}
          value={typed}
          onFocus={onFocus}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDownCapture={press}
        />
        <CloseButton aria-label={commonWords.close} size="lg" onClick={onClose} />
      </div>
      {children}
    </SpotlightRoot>
  );
}

function openedStore() {
  const [store, spotlight] = createSpotlight();
  spotlight.open();
  return store;
}
