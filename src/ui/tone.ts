/** A color that a state may have; tones.css has its shades. */
export type Tone = 'green' | 'gray' | 'blue' | 'violet' | 'orange' | 'red' | 'alarm';

/** The colors of every status and priority of the app. A value that is not here is gray. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'green',
  inactive: 'gray',
  prospect: 'blue',
  lead: 'violet',
  pending: 'orange',
  assigned: 'violet',
  in_progress: 'blue',
  on_hold: 'red',
  completed: 'green',
  cancelled: 'gray',
  low: 'green',
  medium: 'orange',
  high: 'red',
  urgent: 'alarm',
  draft: 'gray',
  sent: 'blue',
  accepted: 'green',
  rejected: 'red',
  expired: 'orange',
};

export function toneOf(status: string): Tone {
  return (Object.hasOwn(TONES, status) && TONES[status]) || 'gray';
}
