import type { PROJECT_TYPES } from '../../src/domain/project.ts';

type ProjectType = (typeof PROJECT_TYPES)[number];

interface DemoTitle {
  /** Names the work. Screens show the address and the customer beside it. */
  readonly project: string;
  /** The end of the titles of the project's work orders and estimates. */
  readonly area: string;
}

const of = (project: string, area: string): DemoTitle => ({ project, area });

/** Titles by the cause in `demo-work.ts`. */
const TITLES: Readonly<Record<string, readonly [DemoTitle, ...DemoTitle[]]>> = {
  'Burst pipe': [
    of('Dry out kitchen after burst supply line', 'kitchen'),
    of('Dry out two floors after frozen pipe', 'both floors'),
    of('Dry out laundry room after burst hose', 'laundry room'),
    of('Dry out upstairs bath and hall ceiling', 'upstairs bath'),
    of('Stop leak and dry restroom wall', 'restroom wall'),
  ],
  'Flooded basement': [
    of('Dry out basement after sump pump failure', 'basement'),
    of('Pump out and dry finished basement', 'finished basement'),
    of('Dry out storage level after storm flooding', 'storage level'),
    of('Dry out basement office and save files', 'basement office'),
    of('Extract water from mechanical room', 'mechanical room'),
  ],
  'Water heater leak': [
    of('Dry out utility room after water heater failure', 'utility room'),
    of('Replace wet carpet after water heater leak', 'hall and bedrooms'),
    of('Dry lower drywall in three rooms', 'lower level'),
  ],
  'Dishwasher overflow': [
    of('Save hardwood floor after dishwasher leak', 'kitchen floor'),
    of('Dry subfloor under kitchen island', 'kitchen island'),
    of('Lift cupped oak floor and dry joists', 'dining room'),
  ],
  'Kitchen fire': [
    of('Rebuild kitchen after grease fire', 'kitchen'),
    of('Clean first floor after kitchen fire', 'first floor'),
  ],
  'Electrical fire': [of('Repair charred framing after panel fire', 'utility wall')],
  'Garage fire': [of('Rebuild garage trusses and door after fire', 'garage')],
  'Mold in crawl space': [
    of('Remove mold in crawl space', 'crawl space'),
    of('Clean joists and lay vapor barrier', 'crawl space'),
  ],
  'Attic mold': [of('Clean attic sheathing and vent bath fan', 'attic')],
  'Mold behind shower': [of('Remove mold behind shower wall', 'bathroom')],
  'Hail damage to roof': [
    of('Replace roof and gutters after hail', 'roof'),
    of('Repair skylights and shingles after hail', 'roof and skylights'),
  ],
  'Tree through roof': [of('Repair roof over back bedroom after fallen oak', 'back bedroom')],
  'Wind damage to siding': [of('Replace west wall siding after wind storm', 'west wall')],
  'Smoke from furnace puffback': [
    of('Clean soot and ducts after furnace puffback', 'whole house'),
    of('Deodorize living areas after furnace puffback', 'living areas'),
  ],
  'Smoke from fire next door': [of('Remove smoke odor from soft goods', 'upper unit')],
  'Sewage backup': [of('Clean up sewage backup in lower bathroom', 'lower bathroom')],
  'Trauma cleanup': [of('Discreet cleanup of restricted area', 'restricted area')],
  'Post-construction cleaning': [of('Clean unit after remodel', 'whole unit')],
  'Carpet and upholstery cleaning': [of('Clean lobby carpet and furniture after hours', 'lobby')],
  'Contents storage': [of('Pack out and store household goods', 'household goods')],
  'Asbestos survey': [of('Survey for asbestos before demolition', 'planned demolition')],
};

export const ESTIMATE_TITLES: Readonly<Record<ProjectType, string>> = {
  water_damage: 'Water extraction, drying and repair',
  fire_damage: 'Fire cleanup and rebuild',
  mold_remediation: 'Mold removal and clearance',
  storm_damage: 'Storm repair',
  smoke_damage: 'Smoke and soot cleaning',
  biohazard: 'Decontamination',
  general_cleaning: 'Cleaning',
  other: 'Survey and handling',
};

/** @param place chooses among the titles of one cause */
export function demoTitle(cause: string, place: number): DemoTitle {
  const [first, ...others] = TITLES[cause] ?? [of(cause, 'site')];
  return [first, ...others][place % (others.length + 1)] ?? first;
}
