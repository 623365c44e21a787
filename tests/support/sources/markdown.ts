import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

interface Block {
  readonly language: string;
  /** The text after the language: the file that the block shows. */
  readonly info: string;
  readonly text: string;
}

const FENCE = /^```(\S*)[ ]?(.*)\n([\s\S]*?)^```$/gm;

export function blocksIn(text: string): Block[] {
  return [...text.matchAll(FENCE)].map(([, language = '', info = '', body = '']) => ({
    language,
    info,
    text: body,
  }));
}

/** Returns the targets of a page's links and pictures, including its reference definitions. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(/`[^`\n]*`/g, '``');
  const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g)];
  return [...inline, ...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map(([, to = '']) => to);
}

/** Returns the broken relative links of the page at `file`: those whose file or heading does not exist. */
export function brokenLinks(file: string, text: string): string[] {
  return linksIn(text).filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(file, text, link));
}

function leadsSomewhere(file: string, text: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  if (path === '') return anchorsIn(text).includes(anchor ?? '');
  const target = posix.join(posix.dirname(file), path);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsIn(readFileSync(target, 'utf8')).includes(anchor);
}

/** Returns the anchors that GitHub generates for a page's headings. */
function anchorsIn(text: string): string[] {
  return [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Returns the project paths that a page names as code. */
export function pathsIn(text: string): string[] {
  const named = text
    .replaceAll(FENCE, '')
    .matchAll(/`((?:src|tests|server|docs|scripts|config|conformance|deploy)\/[^`\s]+)`/g);
  return [...named].map(([, path = '']) => path);
}
