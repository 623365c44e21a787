import '@mantine/core/styles/Loader.layer.css';
import { Loader } from '@mantine/core';
import css from './centred-loader.module.css';

/** Stands for a screen that is on its way. */
export function CentredLoader() {
  return (
    <div className={css['centre']} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}
