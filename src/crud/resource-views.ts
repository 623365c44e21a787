import { createContext, useContext } from 'react';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { ResourceView } from './resource-view.ts';

export type ResourceViews = Readonly<Record<ResourceName, ResourceView>>;

/** Filled once by the app, so that one screen can use another kind's form and wording. */
export const ResourceViewsContext = createContext<ResourceViews | null>(null);

export function useResourceView(resource: ResourceName): ResourceView {
  return useViews()[resource];
}

export function useAllResourceViews(): readonly ResourceView[] {
  return Object.values(useViews());
}

function useViews(): ResourceViews {
  const views = useContext(ResourceViewsContext);
  if (!views) throw new Error('Resource views are read outside of the app.');
  return views;
}
