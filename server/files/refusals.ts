import { Problem, unavailable } from '../http/problem.ts';
import type { MediaType } from './media-type.ts';

const MIB = 1024 * 1024;
const mib = (bytes: number): string => `${Math.ceil(bytes / MIB)} MiB`;

/** The client begins again at 0. */
export function hashDiffers(detail: string): Problem {
  return new Problem(422, { detail, code: 'hash_differs' });
}

export function tooLarge(size: number, most: number, what = 'The file'): Problem {
  return new Problem(413, { detail: `${what} is ${mib(size)}. The limit is ${mib(most)}.` });
}

export function rangeTooLarge(most: number): Problem {
  const detail = `Send at most ${mib(most)} in one request, or the whole file.`;
  return new Problem(413, { detail, code: 'range_too_large' });
}

export function wrongType(): Problem {
  return new Problem(415, { detail: 'Only JPEG, PNG, WebP and HEIC pictures and PDF documents are stored.' });
}

export function typeTooLarge(size: number, { most, ending }: MediaType): Problem {
  return tooLarge(size, most, ending === 'pdf' ? 'The document' : 'The picture');
}

export function wrongRange(detail: string): Problem {
  return new Problem(400, { detail });
}

export function diskNearlyFull(): Problem {
  const detail = 'The disk of the server is nearly full. The file was not stored; other changes are.';
  return new Problem(507, { detail });
}

export function quotaReached(): Problem {
  const detail =
    'The company has used all of its space for files. The file was not stored; other changes are. Deleted photos free their space after 30 days.';
  return new Problem(507, { detail });
}

/** The sweep removed the file at the same moment. */
export function sendAgain(): Problem {
  return unavailable('The file could not be stored at the moment. Send it again.');
}
