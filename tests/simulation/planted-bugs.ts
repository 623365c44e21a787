/** A mistake that the simulation must find: a change of one place in the source, made when it is bundled. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const PLANTED_BUGS: readonly PlantedBug[] = [];
