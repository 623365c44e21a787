import { type ImportEdge, UNREADABLE } from './import-graph.ts';

/** The imports that a room (a folder of src) may have, and the reason for the limit. */
interface RoomRule {
  /** Rooms, or single modules of a room, such as 'auth/use-session'. A room may always import itself. */
  readonly rooms: readonly string[];
  /** Names of packages, '@scope/*' for a whole scope, 'node:*' for Node's own modules. */
  readonly packages: readonly string[];
  readonly because: string;
}

const REACT = ['react', 'react-dom', 'react-router-dom'];
const MANTINE = ['@mantine/*', '@tabler/icons-react'];

const RULES: Readonly<Record<string, RoomRule>> = {
  words: {
    rooms: [],
    packages: ['@schummar/icu-type-parser'],
    because: 'words are what the app says, for every room to say and for a translator to read',
  },
  domain: {
    rooms: ['words'],
    packages: ['zod', '@noble/hashes'],
    because: 'domain is pure: the server and the tests run it without a browser, a database or a clock',
  },
  ui: {
    rooms: ['words'],
    packages: ['react', 'libphonenumber-js', ...MANTINE],
    because: 'ui pieces know Mantine and plain props, so that every screen can use them',
  },
  outbox: {
    rooms: ['domain'],
    packages: ['node-diff3'],
    because: 'outbox decides what becomes of a change: no database, no HTTP, no React, no clock of its own',
  },
  files: {
    rooms: ['domain', 'words'],
    packages: ['exifr', 'jspdf'],
    because:
      'files turns photos and documents into bytes that can be kept; where they are kept is decided elsewhere',
  },
  db: {
    rooms: ['outbox', 'domain', 'words'],
    packages: ['dexie'],
    because: 'db holds tables and small transactions; what is done with them is decided elsewhere',
  },
  api: {
    rooms: ['domain', 'words'],
    packages: ['axios', 'zod'],
    because: 'api speaks to the server and keeps nothing; tokens reach it through a port',
  },
  auth: {
    rooms: ['api', 'domain', 'db/accounts', 'words'],
    packages: ['zod'],
    because: 'auth keeps tokens and the session; records are none of its business',
  },
  'auth/use-session': {
    rooms: ['api', 'auth', 'domain', 'db/accounts'],
    packages: ['react'],
    because: 'the hook is the only part of auth that knows React',
  },
  sync: {
    rooms: ['outbox', 'db', 'api', 'auth', 'domain', 'words'],
    packages: ['dexie', 'zod'],
    because: 'the engine runs without a screen; screens learn of its work from the database',
  },
  records: {
    rooms: ['outbox', 'db', 'domain', 'words'],
    packages: ['react', 'dexie', 'dexie-react-hooks'],
    because: 'the outbox is the only interface between records and sync: no HTTP, no engine, no markup',
  },
  crud: {
    rooms: ['records', 'outbox', 'ui', 'domain', 'words'],
    packages: [...REACT, ...MANTINE, '@tanstack/react-virtual', 'fflate'],
    because: 'crud is shared by all kinds of record and knows none of them',
  },
  features: {
    rooms: ['crud', 'records', 'files', 'outbox', 'ui', 'domain', 'auth/use-session', 'words'],
    packages: [
      ...REACT,
      ...MANTINE,
      '@atlaskit/pragmatic-drag-and-drop',
      'dayjs',
      'fflate',
      'read-excel-file',
      'signature_pad',
    ],
    because: 'a feature reaches data through records and other features through app, which provides them',
  },
  app: {
    rooms: [
      'words',
      'domain',
      'files',
      'outbox',
      'ui',
      'db',
      'api',
      'auth',
      'sync',
      'records',
      'crud',
      'features',
    ],
    packages: [
      ...REACT,
      ...MANTINE,
      '@fontsource-variable/inter',
      'axios',
      'dexie',
      'dexie-react-hooks',
      'workbox-window',
      'zod',
      'dayjs',
    ],
    because: 'app puts the rooms of src together, in a browser',
  },
  main: {
    rooms: ['app'],
    packages: [...REACT, ...MANTINE],
    because: 'main.tsx builds the services and mounts the app; nothing else',
  },
  conformance: {
    rooms: ['domain', 'api/company-settings-api', 'api/resource-api', 'api/sync-api'],
    packages: ['node:*'],
    because:
      'the conformance command knows the contract and what the app makes of it; no server, no engine, no browser',
  },
  server: {
    rooms: ['domain'],
    packages: [
      'node:*',
      '@electric-sql/pglite',
      '@fastify/*',
      '@node-rs/argon2',
      'aws4fetch',
      'cookie',
      'fastify',
      'fastify-type-provider-zod',
      'jose',
      'pg',
      'prom-client',
      'zod',
    ],
    because: 'the server shares only domain with the app, and nothing of a browser gets into its bundle',
  },
  sw: {
    rooms: [],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing'],
    because: 'the service worker serves the app shell and knows nothing of the app',
  },
};

/** Returns a sentence, with the reason, for every forbidden import. */
export function roomViolations(edges: readonly ImportEdge[]): string[] {
  return edges.flatMap((edge) => {
    const rule = ruleFor(edge.from);
    const reason = rule
      ? forbidden(edge, rule)
      : 'this file is in no room that tests/support/sources/room-rules.ts knows';
    return reason ? [`${edge.from} imports ${edge.to}: ${reason}`] : [];
  });
}

function ruleFor(file: string): RoomRule | undefined {
  const room = roomOf(file);
  return RULES[`${room}/${moduleOf(file)}`] ?? RULES[room];
}

function forbidden(edge: ImportEdge, rule: RoomRule): string | undefined {
  if (edge.to === UNREADABLE) return 'a computed import cannot be checked; name the file';
  if (edge.external)
    return rule.packages.some((allowed) => covers(allowed, edge.to)) ? undefined : rule.because;
  const [from, to] = [roomOf(edge.from), roomOf(edge.to)];
  if (from === 'features' && to === 'features') return siblingFeature(edge);
  const allowed = from === to || rule.rooms.includes(to) || rule.rooms.includes(`${to}/${moduleOf(edge.to)}`);
  return allowed ? undefined : rule.because;
}

function siblingFeature({ from, to }: ImportEdge): string | undefined {
  return from.split('/')[2] === to.split('/')[2]
    ? undefined
    : 'a feature never imports a sibling: app provides the views of other kinds (crud/resource-view.ts)';
}

function covers(allowed: string, name: string): boolean {
  return allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : allowed === name;
}

/** 'src/sync/push/push.ts' is in 'sync', 'src/main.tsx' is 'main', 'server/app.ts' is 'server'. */
function roomOf(file: string): string {
  const [top = '', room = ''] = file.split('/');
  if (top !== 'src') return top;
  return room.replace(/(\.d)?\.tsx?$/, '');
}

/** 'src/auth/use-session.ts' is 'use-session'. */
function moduleOf(file: string): string {
  return (file.split('/')[2] ?? '').replace(/\.tsx?$/, '');
}
