import fc from 'fast-check';

const PAGES = [
  '<!doctype html> <html lang="en"> <head> <title>Server Error (500)</title> </head></html>',
  ' \n<HTML><BODY>502 Bad Gateway</BODY></HTML>',
  'upstream said: <html><h1>no</h1>',
  '<?xml version="1.0"?><html/>',
  '<!-- proxy --> <p>no</p>',
];

const text = fc.oneof(fc.string(), fc.constantFrom(...PAGES, 'Taken.', 'This field is required.', ''));

const NAMES = ['detail', 'message', 'messages', 'code', 'email', 'phone', 'title', 'estimated_cost'];

const name = fc.oneof(
  fc.constantFrom(...NAMES, 'non_field_errors', '__all__', 'constructor', 'toString', 'length'),
  text,
);

/** Bodies that a server may send with an error: the shapes of frameworks mixed with any JSON, and HTML pages. */
export const anyBody: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  body: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom(null, true, 0, -1.5),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(tie('body'), { maxLength: 3 }),
    fc.dictionary(name, tie('body'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).body;

/** True for text with a page of HTML in it. */
export function looksLikeAPage(shown: string): boolean {
  return /<!doctype|<html|<body|<\?xml|<!--/i.test(shown);
}
