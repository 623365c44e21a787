import '@mantine/core/styles/Loader.layer.css';
import { Loader } from '@mantine/core';
import { frameWords } from '../words/frame.ts';
import css from './centred-loader.module.css';

/** Stands for a screen that is on its way. */
export function CentredLoader() {
  return (
    <div className={css['centre']} role="status" aria-label={frameWords.loading}>
      <Loader />
    </div>
  );
}
