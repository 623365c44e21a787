import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest|ttf)$/;
const SMALLEST_WORTH_IT = 1024;

/** Writes a .br and a .gz file beside every text file of the finished build, for the server to send. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // After the PWA plugin has written sw.js in the same hook.
      sequential: true,
      order: 'post',
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files.filter((name) => TEXT.test(name)).map((name) => compress(join(outDir, name))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < SMALLEST_WORTH_IT) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
