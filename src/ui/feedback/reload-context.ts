import { createContext } from 'react';

/** Loads the page anew. The app provides it; pieces know no browser port. */
export const ReloadContext = createContext<() => void>(() => {});
