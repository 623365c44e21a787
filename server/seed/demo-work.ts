import type { PROJECT_TYPES } from '../../src/domain/project.ts';

type ProjectType = (typeof PROJECT_TYPES)[number];

export interface DemoStep {
  readonly title: string;
  readonly description: string;
  /** Percent of the job's cost. */
  readonly share: number;
}

export interface DemoWork {
  readonly causes: readonly [DemoCause, ...DemoCause[]];
  readonly steps: readonly [DemoStep, ...DemoStep[]];
  readonly dollars: readonly [low: number, high: number];
  readonly days: readonly [low: number, high: number];
}

interface DemoCause {
  readonly title: string;
  readonly description: string;
}

const cause = (title: string, description: string): DemoCause => ({ title, description });
const step = (title: string, share: number, description: string): DemoStep => ({ title, share, description });

export const DEMO_WORK: Readonly<Record<ProjectType, DemoWork>> = {
  water_damage: {
    causes: [
      cause(
        'Burst pipe',
        'Supply line behind the kitchen wall burst overnight. Water ran through to the floor below.',
      ),
      cause(
        'Flooded basement',
        'Sump pump failed during the storm. About two inches of water over the whole floor.',
      ),
      cause(
        'Water heater leak',
        'Tank failed in the utility room. Carpet and lower drywall are wet in three rooms.',
      ),
      cause(
        'Dishwasher overflow',
        'Leak went unseen for days. Hardwood is cupping around the kitchen island.',
      ),
    ],
    steps: [
      step('Extract water', 20, 'Pump and extract, move contents, take moisture readings in every room.'),
      step('Set up drying', 25, 'Place air movers and dehumidifiers, seal off dry rooms.'),
      step('Check moisture readings', 10, 'Daily readings until all materials are at the dry standard.'),
      step('Replace drywall and baseboard', 35, 'Hang, tape and paint where material was cut out.'),
    ],
    dollars: [2_800, 18_500],
    days: [6, 24],
  },
  fire_damage: {
    causes: [
      cause(
        'Kitchen fire',
        'Grease fire on the range. Cabinets and ceiling burned, smoke through the first floor.',
      ),
      cause('Electrical fire', 'Started in the panel. Framing is charred in one wall; power is off.'),
      cause('Garage fire', 'Contained to the garage. Door, trusses and the wall to the house are damaged.'),
    ],
    steps: [
      step(
        'Board up and secure',
        8,
        'Close openings, tarp the roof, photograph everything for the adjuster.',
      ),
      step('Remove burned material', 27, 'Demolish to sound framing, haul away, protect what stays.'),
      step(
        'Clean soot and seal framing',
        25,
        'Dry-ice blast and seal. Run air scrubbers with carbon filters.',
      ),
      step('Rebuild', 40, 'Framing, insulation, drywall and finishes as in the approved scope.'),
    ],
    dollars: [9_500, 64_000],
    days: [20, 60],
  },
  mold_remediation: {
    causes: [
      cause('Mold in crawl space', 'Joists show growth after a wet season. No vapor barrier.'),
      cause('Attic mold', 'Bath fan was vented into the attic. Growth on the north sheathing.'),
      cause('Mold behind shower', 'Failed grout; wall cavity is wet and the bedroom side is stained.'),
    ],
    steps: [
      step('Set up containment', 20, 'Double poly, zip doors, negative air. Post signs.'),
      step('Remove and clean', 50, 'Remove affected material, HEPA vacuum, wipe with antimicrobial.'),
      step('Clearance test', 15, 'Independent air samples. Containment stays until the result is in.'),
    ],
    dollars: [1_900, 12_400],
    days: [4, 15],
  },
  storm_damage: {
    causes: [
      cause('Hail damage to roof', 'Bruised shingles on all slopes, gutters and two skylights dented.'),
      cause('Tree through roof', 'Oak limb came through over the back bedroom. Rain got in.'),
      cause('Wind damage to siding', 'West wall lost siding down to the sheathing.'),
    ],
    steps: [
      step('Emergency tarp', 12, 'Tarp and batten. Check the attic for water.'),
      step('Repair roof and siding', 58, 'Replace decking where soft, then underlayment and finish.'),
      step('Repair inside', 30, 'Ceiling, insulation and paint in the rooms below.'),
    ],
    dollars: [3_400, 27_000],
    days: [5, 30],
  },
  smoke_damage: {
    causes: [
      cause('Smoke from furnace puffback', 'Oily soot on every wall and in the ducts.'),
      cause('Smoke from fire next door', 'Odor in all soft goods; filters are black.'),
    ],
    steps: [
      step('Clean contents', 35, 'Pack out soft goods, inventory, launder and ozone.'),
      step('Clean walls and ducts', 45, 'Dry sponge, wet wash, seal where it bleeds. Clean the ducts.'),
      step('Treat odor', 20, 'Hydroxyl generators for three days, then walk through with the owner.'),
    ],
    dollars: [2_200, 14_800],
    days: [4, 18],
  },
  biohazard: {
    causes: [
      cause('Sewage backup', 'Main line backed up into the lower bathroom and the hall.'),
      cause('Trauma cleanup', 'Restricted area. Crew lead has the details; be discreet on site.'),
    ],
    steps: [
      step(
        'Remove contaminated material',
        55,
        'Full protective equipment. Bag, label and manifest all waste.',
      ),
      step('Disinfect and verify', 45, 'Two passes, dwell time as labeled, ATP swabs afterwards.'),
    ],
    dollars: [1_800, 9_600],
    days: [2, 7],
  },
  general_cleaning: {
    causes: [
      cause('Post-construction cleaning', 'Fine dust in the whole unit after a remodel.'),
      cause('Carpet and upholstery cleaning', 'Common areas and lobby furniture, after hours.'),
    ],
    steps: [
      step('Clean on site', 80, 'Top to bottom. Ask for the key at the front desk.'),
      step('Final walk-through', 20, 'Check with the manager and fix what they find.'),
    ],
    dollars: [450, 4_200],
    days: [1, 4],
  },
  other: {
    causes: [
      cause('Contents storage', 'Household goods stay in our warehouse while others rebuild.'),
      cause('Asbestos survey', 'Samples before demolition, as the county requires.'),
    ],
    steps: [
      step('First visit', 60, 'Photographs, inventory and labels.'),
      step('Report and return', 40, 'Hand over the report; return what was stored.'),
    ],
    dollars: [600, 5_400],
    days: [3, 20],
  },
};

/** Sales tax, in percent. */
export const DEMO_TAX_RATES: Readonly<Record<string, number>> = { MN: 6.875, WI: 5 };
