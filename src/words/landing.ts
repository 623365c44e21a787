import { sentences } from './sentences.ts';

export const landingWords = sentences({
  title: 'CRM for damage-restoration contractors',
  sections: 'On this page',
  withoutSignal: 'Without signal',
  whatItDoes: 'What it does',
  plans: 'Plans',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  askedSignIn: 'Sign in',
  askedWhy: 'to open the page you asked for.',
  headline: 'The restoration CRM that works in the basement.',
  lead: 'Customers, projects, estimates and work orders on the phone of whoever is on site. They open and save with no signal at all, and every change is sent once, when the app is open and has a signal.',
  freeTrial: 'Start Free Trial',
  watchDemo: 'Watch Demo',
  companies: '500+ companies',
  runTheirJobs: 'run their jobs on it.',
  widePicture: 'The list of projects on a computer, each with its customer, status, priority and budget.',
  phonePicture:
    'Work orders on a phone without a connection: one has just been changed and is marked as waiting to sync.',
  closing: 'Take it down the stairs on the next job.',
  contactSales: 'Contact Sales',
});

export const signalWords = sentences({
  title: 'No signal. Nothing lost, nothing sent twice.',
  lead: 'The records live on the device, so every screen opens from there. You need a signal only to send changes.',
  saved: 'Saved in the basement',
  savedHow: 'You press Create or Update. The change is in the phone’s own storage before the form closes.',
  marked: 'Marked as waiting',
  markedHow:
    'The record says that it is waiting, and the top of the screen counts everything that has not gone out yet.',
  sent: 'Sent once',
  sentHow:
    'Once the signal is back, the open app sends your changes automatically and in order. A change that has reached the server is not sent again, even if the server’s answer got lost.',
  note: 'To sign in you need a connection, once. Should the server refuse a change, the app shows you its reason and keeps what you wrote.',
  picture:
    'A house cut open. In its flooded basement there is no signal: a phone there has saved a change and marks it as waiting. The phone is carried up the stairs. Outside there is a signal, and the change goes to the server once.',
  pictureWaiting: 'Waiting',
  pictureNoSignal: 'No signal',
  pictureServer: 'Server',
  pictureSent: 'Sent once',
});

export const featureWords = sentences({
  title: 'The whole job, in one place.',
  lead: 'Four kinds of records that link to each other, for water, fire, mold, storm, smoke and biohazard work.',
  job: 'The job',
  jobPicture:
    'A project on a phone: status, priority, customer, cost and address, with buttons to call, text, email and get directions.',
  projects: 'Project management',
  projectsHow:
    'One record for each loss, with its type, status, priority, budget and dates. Below it is whatever else you have done for that customer.',
  workOrders: 'Work order management',
  workOrdersHow:
    'What is to be done, where, and how urgent. Numbers are assigned for you, and the address opens in the phone’s map.',
  money: 'The money',
  moneyPicture: 'Estimates on a phone, each with its number, status, total amount and expiration date.',
  estimates: 'Estimates and invoicing',
  estimatesHow:
    'Subtotal, tax and total, worked out to the cent and followed from draft to accepted. Invoice from the accepted figures; the invoice itself stays in your accounting software.',
  finances: 'Financial tracking',
  financesHow:
    'A budget on each project, an amount on each estimate, and the totals of both for each customer. Five reports sum it up, and every record exports to a spreadsheet.',
  people: 'The people',
  peoplePicture:
    'A customer on a phone: type and status, buttons to get in touch, email address and phone number.',
  customers: 'Customer management',
  customersHow:
    'Homeowners, property managers, businesses and insurers in one book. Call, text, email or get directions, right from the record.',
  schedule: 'Scheduling and calendar',
  scheduleHow:
    'A schedule shows who is where, by day, week and month, and what has no day yet. Jobs move with a drag or with keys, also without a signal.',
});

export const voiceWords = sentences({
  title: 'From crews that work below street level.',
  whitfield:
    '“Two floors under a hotel there is nothing, no bars at all. My techs write the work order down there anyway, and I have it before they are back at the truck.”',
  whitfieldName: 'Dana Whitfield',
  whitfieldRole: 'Project manager, Whitfield Water & Fire',
  oyelaran:
    '“I used to ask every evening who still had what on which phone. Now the app says how many are waiting.”',
  oyelaranName: 'Marcus Oyelaran',
  oyelaranRole: 'Operations, Gulfside Restoration',
  castellano: '“The total is right to the cent and the adjuster has stopped calling me about it.”',
  castellanoName: 'Ruth Castellano',
  castellanoRole: 'Estimator, Three Rivers Drying',
});

export const planWords = sentences({
  title: 'Pay for the size of the crew.',
  lead: 'Every plan is the whole app, on every phone and computer your team uses. Only the number of people differs.',
  starter: 'Starter',
  starterTeam: 'Up to 5 team members',
  professional: 'Professional',
  professionalTeam: 'Up to 20 team members',
  enterprise: 'Enterprise',
  enterpriseTeam: 'Unlimited team members',
  popular: 'Most Popular',
  perMonth: '/month',
  choose: 'Choose {plan}',
});

export const footerWords = sentences({
  product: 'Product',
  overview: 'Overview',
  integrations: 'Integrations',
  releases: 'Release notes',
  support: 'Support',
  help: 'Help center',
  training: 'Training',
  status: 'Service status',
  company: 'Company',
  about: 'About us',
  careers: 'Careers',
  press: 'Press',
  legal: 'Legal',
  privacy: 'Privacy',
  terms: 'Terms of use',
  security: 'Security',
});
