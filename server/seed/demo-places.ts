export interface DemoPlace {
  readonly city: string;
  readonly state: string;
  readonly zips: readonly [string, ...string[]];
}

/** Towns around one city, which a company with a few crews can serve. The ZIP codes are real. */
export const DEMO_TOWNS: readonly [DemoPlace, ...DemoPlace[]] = [
  { city: 'Minneapolis', state: 'MN', zips: ['55401', '55403', '55408', '55419'] },
  { city: 'Saint Paul', state: 'MN', zips: ['55102', '55105', '55116'] },
  { city: 'Bloomington', state: 'MN', zips: ['55420', '55431'] },
  { city: 'Edina', state: 'MN', zips: ['55424', '55435'] },
  { city: 'Richfield', state: 'MN', zips: ['55423'] },
  { city: 'Eagan', state: 'MN', zips: ['55121', '55122'] },
  { city: 'Burnsville', state: 'MN', zips: ['55306', '55337'] },
  { city: 'Plymouth', state: 'MN', zips: ['55441', '55447'] },
  { city: 'Maple Grove', state: 'MN', zips: ['55311', '55369'] },
  { city: 'Woodbury', state: 'MN', zips: ['55125', '55129'] },
  { city: 'Roseville', state: 'MN', zips: ['55113'] },
  { city: 'Eden Prairie', state: 'MN', zips: ['55344', '55347'] },
  { city: 'Minnetonka', state: 'MN', zips: ['55305', '55345'] },
  { city: 'St. Louis Park', state: 'MN', zips: ['55416', '55426'] },
  { city: 'Golden Valley', state: 'MN', zips: ['55422', '55427'] },
  { city: 'Brooklyn Park', state: 'MN', zips: ['55443', '55444'] },
  { city: 'Apple Valley', state: 'MN', zips: ['55124'] },
  { city: 'White Bear Lake', state: 'MN', zips: ['55110'] },
  { city: 'Stillwater', state: 'MN', zips: ['55082'] },
  { city: 'Hudson', state: 'WI', zips: ['54016'] },
];

export const DEMO_STREETS: readonly [string, ...string[]] = [
  'Maple Ave',
  'Oak St',
  'Elm St',
  'Cedar Ln',
  'Birch Rd',
  'Lakeview Dr',
  'Riverside Dr',
  'Hillcrest Ave',
  'Washington St',
  'Lincoln Ave',
  'Franklin St',
  'Jefferson Blvd',
  'Park Pl',
  'Summit Ave',
  'Highland Rd',
  'Prairie View Ct',
  'Stonebridge Way',
  'Mill Creek Rd',
  'Orchard Ln',
  'Chestnut St',
  'Sycamore Dr',
  'Meadowbrook Ln',
];
