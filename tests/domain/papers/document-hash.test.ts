import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, documentHash, hashDigits } from '../../../src/domain/papers/document-hash.ts';
import type { PaperContent } from '../../../src/domain/papers/paper-content.ts';
import { authorizationPaper } from '../../../src/domain/papers/papers.ts';
import { order, SOURCE } from './source.ts';

describe('the JSON that is hashed', () => {
  // RFC 8785, 3.2.2 and 3.2.3.
  test.each([
    [
      { numbers: [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
    ],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '10': 5, '9': 6, '\ud83d\ude00': 7, '\u0080': 8, ö: 9 },
      '{"\\r":2,"1":4,"10":5,"9":6,"\u0080":8,"ö":9,"\u20ac":1,"\ud83d\ude00":7,"\ufb33":3}',
    ],
    [{ b: undefined, a: 'line\n"x"' }, '{"a":"line\\n\\"x\\""}'],
  ])('of %j', (value, json) => {
    expect(canonicalJson(value)).toBe(json);
  });

  test('is the same in whatever order the fields were written, and reads back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = canonicalJson(value);
        expect(canonicalJson(JSON.parse(json))).toBe(json);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the hash of a document', () => {
  const job = { order: order({ title: 'Dry out' }), claim: '', agreement: { text: 'I agree. 日本 ✓' } };
  const paper = authorizationPaper(SOURCE, job);

  test('is the SHA-256 of its JSON', () => {
    const expected = createHash('sha256').update(canonicalJson(paper), 'utf8').digest('hex');
    expect(documentHash(paper)).toBe(expected);
    expect(hashDigits(expected)).toBe(expected.slice(0, 12));
  });

  test('differs if one character of any text differs', () => {
    const json = canonicalJson(paper);
    const own = documentHash(paper);
    for (const [, text = ''] of json.matchAll(/"((?:[^"\\]|\\.)+)"/g)) {
      const changed = json.replace(`"${text}"`, `"${text}."`);
      expect(documentHash(JSON.parse(changed) as PaperContent)).not.toBe(own);
    }
  });

  test('differs if the logo does', () => {
    const other = { ...SOURCE, settings: { ...SOURCE.settings, companyLogo: 'data:image/png;base64,AAAB' } };
    expect(documentHash(authorizationPaper(other, job))).not.toBe(documentHash(paper));
  });
});
