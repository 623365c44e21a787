import { Loader } from '@mantine/core';
import { frameWords } from '../words/frame.ts';
import css from './centered-loader.module.css';

export function CenteredLoader() {
  return (
    <div className={css.center} role="status" aria-label={frameWords.loading}>
      <Loader />
    </div>
  );
}
