// Types of packages that are installed only when a bench runs.

declare module 'rxdb/plugins/core' {
  export interface RxCollection {
    bulkInsert(docs: readonly object[]): Promise<{ readonly error: readonly unknown[] }>;
    count(): { exec(): Promise<number> };
  }
  export interface RxDatabase {
    addCollections(collections: {
      readonly customers: { readonly schema: object };
    }): Promise<{ readonly customers: RxCollection }>;
    remove(): Promise<unknown>;
  }
  export function createRxDatabase(options: {
    readonly name: string;
    readonly storage: unknown;
    readonly multiInstance: boolean;
  }): Promise<RxDatabase>;
}

declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): unknown;
}

declare module 'pouchdb-browser' {
  export default class PouchDB {
    static plugin(plugin: unknown): void;
    constructor(name: string, options: { readonly adapter: 'indexeddb'; readonly revs_limit: number });
    bulkDocs(docs: readonly object[]): Promise<readonly { readonly ok?: boolean }[]>;
    createIndex(options: { readonly index: { readonly fields: readonly string[] } }): Promise<unknown>;
    find(options: object): Promise<{ readonly docs: readonly object[] }>;
    destroy(): Promise<unknown>;
  }
}

declare module 'pouchdb-adapter-indexeddb' {
  const plugin: unknown;
  export default plugin;
}

declare module 'pouchdb-find' {
  const plugin: unknown;
  export default plugin;
}
