import { labelKey } from '../day/text-blocks.ts';
import { type PointFact, personOf, type Ref } from './drying-facts.ts';
import type { JobSetUp } from './job-history.ts';
import { isSetBy, resolve } from './labels.ts';

type Chambers = JobSetUp['chambers'];
type ChamberItem = Chambers[number];

/** Two devices of one person may have given one letter to two chambers. */
export function ownChambers(label: string, who: string, chambers: Chambers): ChamberItem[] {
  return chambers.filter((one) => one.label === label && isSetBy(one, who));
}

/**
 * The chamber that `letters` mean to a setter, such as `Ann Lee/2`: of several, the second thing of a person is in that
 * person's second chamber.
 */
export function chamberOfSetter(
  letters: string,
  setter: string,
  chambers: Chambers,
): ChamberItem | undefined {
  const who = personOf(setter);
  const own = ownChambers(letters, who, chambers);
  return (
    own.find(({ setters }) => setters.includes(setter)) ?? resolve(chambers, { label: letters, by: '' }, who)
  );
}

/** @param setter of the point */
export function chamberOf(fact: PointFact, setter: string, chambers: Chambers): ChamberItem | undefined {
  const who = personOf(setter);
  if (fact.chamber) return resolve(chambers, fact.chamber, who);
  return namedChamber(fact, who, chambers) ?? chamberOfSetter(lettersOf(fact.ref), setter, chambers);
}

/** True if a point is in one of several chambers of its setter, and its place names no room of them. */
export function isUncertain(fact: PointFact, who: string, chambers: Chambers): boolean {
  const isOneOfSeveral = ownChambers(lettersOf(fact.ref), who, chambers).length > 1;
  return isOneOfSeveral && !fact.chamber && !namedChamber(fact, who, chambers);
}

function lettersOf({ label }: Ref): string {
  return label.replace(/\d+$/, '');
}

/** If several chambers match, returns the one with the longest room name. */
function namedChamber({ ref, place }: PointFact, who: string, chambers: Chambers): ChamberItem | undefined {
  const named = ownChambers(lettersOf(ref), who, chambers)
    .map((chamber) => ({ chamber, room: roomIn(roomsEver(chamber), place) }))
    .filter(({ room }) => room !== '');
  return named.sort((one, other) => other.room.length - one.room.length)[0]?.chamber;
}

/** A room may have got another name since. */
function roomsEver({ fact, changes }: ChamberItem): string[] {
  return [...fact.rooms, ...changes.flatMap(({ from }) => from.rooms)];
}

/** @returns the longest room that a place begins with, as a whole word, or '' */
export function roomIn(rooms: readonly string[], place: string): string {
  const begun = labelKey(place);
  const isBegun = (room: string): boolean =>
    begun.startsWith(room) && !/^[\p{L}\p{N}]/u.test(begun.slice(room.length));
  const [longest = ''] = rooms
    .filter((room) => isBegun(labelKey(room)))
    .sort((one, other) => other.length - one.length);
  return longest;
}
