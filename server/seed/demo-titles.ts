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
    of('Dry closet and hall after tank failure', 'closet and hall'),
    of('Lift wet carpet and dry bedroom slab', 'bedroom slab'),
  ],
  'Dishwasher overflow': [
    of('Save hardwood floor after dishwasher leak', 'kitchen floor'),
    of('Dry subfloor under kitchen island', 'kitchen island'),
    of('Lift cupped oak floor and dry joists', 'dining room'),
    of('Dry cabinets and toe kicks after dishwasher leak', 'base cabinets'),
    of('Dry ceiling below kitchen', 'ceiling below kitchen'),
  ],
  'Kitchen fire': [
    of('Rebuild kitchen after grease fire', 'kitchen'),
    of('Clean first floor after kitchen fire', 'first floor'),
    of('Replace burned cabinets and ceiling', 'cabinets and ceiling'),
  ],
  'Electrical fire': [
    of('Repair charred framing after panel fire', 'utility wall'),
    of('Open and rebuild wall around burned panel', 'panel wall'),
    of('Clean and rewire hall after electrical fire', 'hall'),
  ],
  'Garage fire': [
    of('Rebuild garage trusses and door after fire', 'garage'),
    of('Repair house wall beside burned garage', 'garage side wall'),
  ],
  'Mold in crawl space': [
    of('Remove mold in crawl space', 'crawl space'),
    of('Clean joists and lay vapor barrier', 'floor joists'),
    of('Dry and treat subfloor above crawl space', 'subfloor'),
  ],
  'Attic mold': [
    of('Clean attic sheathing and vent bath fan', 'attic'),
    of('Replace moldy insulation in attic', 'attic insulation'),
    of('Treat north roof sheathing for mold', 'north sheathing'),
    of('Remove mold around attic hatch and ducts', 'attic ducts'),
  ],
  'Mold behind shower': [
    of('Remove mold behind shower wall', 'bathroom'),
    of('Rebuild wet shower wall and retile', 'shower wall'),
    of('Treat stained bedroom wall behind shower', 'bedroom wall'),
    of('Open and dry shower wall cavity', 'wall cavity'),
  ],
  'Hail damage to roof': [
    of('Replace roof and gutters after hail', 'roof'),
    of('Repair skylights and shingles after hail', 'roof and skylights'),
    of('Replace dented gutters and downspouts', 'gutters'),
  ],
  'Tree through roof': [
    of('Repair roof over back bedroom after fallen oak', 'back bedroom'),
    of('Remove oak limb and replace rafters', 'rafters'),
    of('Restore bedroom ceiling after fallen tree', 'bedroom ceiling'),
    of('Dry attic under broken roof deck', 'roof deck'),
  ],
  'Wind damage to siding': [
    of('Replace west wall siding after wind storm', 'west wall'),
    of('Repair sheathing and house wrap on west side', 'west sheathing'),
    of('Match and hang siding lost in wind', 'gable siding'),
  ],
  'Smoke from furnace puffback': [
    of('Clean soot and ducts after furnace puffback', 'whole house'),
    of('Deodorize living areas after furnace puffback', 'living areas'),
    of('Wash walls and seal ceilings after puffback', 'walls and ceilings'),
  ],
  'Smoke from fire next door': [
    of('Remove smoke odor from soft goods', 'upper unit'),
    of('Clean filters and ducts after fire next door', 'ductwork'),
    of('Wash walls and treat odor in stairwell', 'stairwell'),
  ],
  'Sewage backup': [
    of('Clean up sewage backup in lower bathroom', 'lower bathroom'),
    of('Disinfect hall after main line backup', 'lower hall'),
    of('Replace flooring after sewage backup', 'lower floor'),
  ],
  'Trauma cleanup': [
    of('Discreet cleanup of restricted area', 'restricted area'),
    of('Restore sealed room after cleanup', 'sealed room'),
    of('Decontaminate and clear closed unit', 'closed unit'),
  ],
  'Post-construction cleaning': [
    of('Clean unit after remodel', 'whole unit'),
    of('Remove fine dust after remodel', 'all rooms'),
    of('Clean windows and floors after construction', 'windows and floors'),
  ],
  'Carpet and upholstery cleaning': [
    of('Clean lobby carpet and furniture after hours', 'lobby'),
    of('Clean common area carpet overnight', 'common areas'),
    of('Shampoo corridor carpet on all floors', 'corridors'),
    of('Clean upholstery in waiting area', 'waiting area'),
  ],
  'Contents storage': [
    of('Pack out and store household goods', 'household goods'),
    of('Store furniture during rebuild', 'furniture'),
  ],
  'Asbestos survey': [
    of('Survey for asbestos before demolition', 'planned demolition'),
    of('Sample floor tile and pipe wrap for asbestos', 'floor tile and pipes'),
  ],
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

/**
 * Takes the next title whose area the customer has not had, so that no two titles of one customer are the same.
 * @param place where to begin among the titles of the cause
 * @param had the customer's areas so far; the new one is added
 */
export function demoTitle(cause: string, place: number, had: Set<string>): DemoTitle {
  const titles = TITLES[cause] ?? [of(cause, 'site')];
  const inTurn = titles.map((_, n) => titles[(place + n) % titles.length] ?? titles[0]);
  const title = inTurn.find(({ area }) => !had.has(area)) ?? titles[0];
  had.add(title.area);
  return title;
}
