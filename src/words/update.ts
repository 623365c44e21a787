import { sentences } from './sentences.ts';

/** A newer version of the app. */
export const updateWords = sentences({
  ready: 'A new version of the app is ready.',
  afterForm: 'The app updates as soon as the open form is saved or closed.',
  later: 'Later',
  update: 'Update',
  updating: 'Updating the app. It finishes sending first.',
});
