import { type Asked, withRecords } from '../support/backend/broken-server.ts';
import { type Broken, ofEach, ofOthers } from './broken.ts';

/** Servers with wrong long texts, totals and single records, and with a wrong refusal of a password. */
export const BROKEN_TEXTS: readonly Broken[] = [
  {
    server: 'shows a single record to anybody',
    answer: openTo('GET'),
    fails: ofEach('signed-out'),
    words: [
      '/: 200 with JSON (an object with ',
      'Anyone who reaches the server can read or change every customer',
    ],
  },
  {
    server: 'lets anybody change a single record',
    answer: openTo('PATCH'),
    fails: ofEach('signed-out'),
    words: ['Found: PATCH /api/v1/estimates/estimates/'],
  },
  {
    server: 'works a total out again',
    answer: async ({ resource }, pass) => {
      const response = await pass();
      return resource === 'estimates'
        ? withRecords(response, (record) => ({ ...record, total_amount: totalOf(record) }))
        : response;
    },
    fails: ['estimates.total'],
    usable: true,
    words: [
      'POST /api/v1/estimates/estimates/: total_amount: sent 1050, came back "1082.50"',
      '/: total_amount: sent 1050, came back "1082.50"; PATCH /api/v1/estimates/estimates/',
      'The user types the total agreed with the customer, and everyone else sees another one',
      'except the total of an estimate',
    ],
  },
  {
    server: 'takes a wrong password for a mistake of the caller',
    answer: async ({ path }, pass) => {
      const response = await pass();
      return path.endsWith('/auth/token/') && response.status === 401
        ? Response.json({ detail: 'Bad request.' }, { status: 400 })
        : response;
    },
    fails: ['auth.wrong-password-status'],
    usable: true,
    words: [
      'POST /api/v1/auth/token/: 400 with {"detail":"Bad request."}',
      'does not learn that it was the password',
    ],
  },
  {
    server: 'cuts long texts',
    answer: withTexts((text) => text.slice(0, 255)),
    fails: ofOthers('long-text'),
    words: [
      'description: 10,000 characters were sent, 255 came back, up to "',
      'The end of long notes is lost without notice.',
    ],
  },
  {
    server: 'refuses long texts',
    answer: async ({ body, resource }, pass) =>
      resource && textsIn(body).some(([, text]) => text.length > 5000)
        ? Response.json({ notes: ['Ensure this field has no more than 5000 characters.'] }, { status: 400 })
        : pass(),
    fails: ofOthers('long-text-taken'),
    usable: true,
    words: ['400 with {"notes":["Ensure this field has no more than 5000 characters."]}'],
  },
  {
    server: 'breaks down over long texts',
    answer: async ({ body, resource }, pass) =>
      resource && textsIn(body).some(([, text]) => text.length > 5000)
        ? new Response('', { status: 500 })
        : pass(),
    fails: ofOthers('long-text', 'long-text-taken'),
    words: ['500 with nothing'],
  },
  {
    server: 'takes a line of dashes for the end of a text',
    answer: withTexts((text) => text.replace(/^---[^]*/m, '')),
    fails: ofOthers('lines'),
    words: ['everything below a line of dashes', 'came back, up to "'],
  },
  {
    server: 'takes line breaks for blanks',
    answer: withTexts((text) => text.replaceAll('\n', ' ')),
    fails: ofOthers('lines'),
    words: ['description: sent "\\n- wet drywall', 'came back " - wet drywall'],
  },
  {
    server: 'makes two characters of a line break',
    answer: withTexts((text) => text.replaceAll('\n', '\r\n')),
    fails: ofOthers('line-ends'),
    usable: true,
    words: ['notes: LF was sent, CRLF came back', 'the app does not recognize its own estimate'],
  },
];

/** Answers requests with one method for a single record as if the sender had signed in. */
function openTo(method: string): Broken['answer'] {
  let known = '';
  return async (asked, pass) => {
    const bearer = asked.headers.get('authorization');
    if (bearer !== null && asked.resource !== null) known = bearer;
    const isOpen = bearer === null && asked.method === method && asked.id !== '';
    return isOpen ? pass({ headers: { authorization: known } }) : pass();
  };
}

type Texts = readonly (readonly [string, string])[];

/** Returns the fields of a request that may hold long texts. */
function textsIn(body: Asked['body']): Texts {
  const names = ['description', 'notes', 'terms_and_conditions'];
  return names.flatMap((name): Texts => {
    const text = body?.[name];
    return typeof text === 'string' ? [[name, text]] : [];
  });
}

/** Stores long texts in another form than they were sent. */
function withTexts(change: (text: string) => string): Broken['answer'] {
  return async ({ body, resource }, pass) => {
    if (!body || !resource) return pass();
    const changed = textsIn(body).map(([name, text]) => [name, change(text)]);
    return pass({ body: { ...body, ...Object.fromEntries(changed) } });
  };
}

function totalOf({ subtotal, tax_rate: rate }: Readonly<Record<string, unknown>>): string {
  const amount =
    typeof subtotal === 'object' && subtotal !== null && 'amount' in subtotal ? subtotal.amount : subtotal;
  return (Math.round(Number(amount) * (100 + Number(rate))) / 100).toFixed(2);
}
