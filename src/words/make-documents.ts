import { sentences } from './sentences.ts';

export const makeWords = sentences({
  estimate: 'Estimate',
  changeOrder: 'Change order',
  authorization: 'Work authorization',
  completion: 'Certificate of completion',
  agreed: 'What the customer agreed to',
  agreedHint:
    'The change order shows how this estimate differs from that one. If that one was signed, its signed items and total count.',
  choose: 'Choose an estimate',
  noOthers:
    'A change order compares this estimate with what the customer agreed to. This one is not signed, and the customer has no other here. Add another with the work as it is now.',
  ownUnknown: 'So it is not known what changed since.',
  othersAsNow: 'So the change order takes the items and total of that estimate as they are now.',
  readingSigned:
    'The server is being asked what this customer signed on other devices. Wait for it before the change order is signed.',
  signedNotRead:
    'The server could not be asked what this customer signed on other devices, so a signed estimate may be missing here.',
  noTotal:
    'The total of {estimate} is not known yet, so a change order would state a wrong one. Type the total into that estimate, or wait until the server has worked it out.',
  other: '{name} · {total}',
  otherWithoutTotal: '{name} · total not known',
  otherSigned: '{label} · signed',
  ownSigned: '{name} · as it was signed',
  reason: 'Why the work changes',
  making: 'Making the PDF…',
  notMade:
    'The PDF could not be made on this device. Until it is, nothing can be signed. The first one here, and the first one after an update, needs a connection once. The document is still here. Please try again.',
  again: 'Try again',
  missing:
    'This device has no font for {characters}. The PDF shows boxes in their place. Make it on another device, or write them in other letters.',
  sign: 'Sign',
  exampleText: 'The customer would agree to an example text. Write your own in Settings first.',
  takeExample: 'The customer signs the example text all the same',
  noText: 'This document does not say what the customer agrees to. Write it in Settings first.',
});

/** Why a change order does not begin with what was signed. */
export const signedFileProblems = sentences({
  notHere: 'The file that was signed is not on this device. It comes when there is a connection.',
  damaged:
    'The file that was signed is damaged on this device. The app looks for a whole copy on the server when there is a connection.',
  damagedAndLost:
    'The file that was signed is damaged on this device, and the server has no whole copy. Open it among the signed documents to try again, or to save what is left of it.',
  lost: 'Neither the server nor this device has a whole copy of the file that was signed. Open it among the signed documents to try again.',
  unread: 'The app cannot read the items and total in the file that was signed.',
});
