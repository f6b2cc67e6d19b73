import { addressOf } from '#pwa/ui/app-link.ts';
import type { Breadcrumb } from '#pwa/ui/page.tsx';

/** Audiences of a topic. */
export type Audience = 'customer' | 'bench' | 'everybody';

/** One question with its answer. */
export interface HelpTopic {
  title: string;
  audience: Audience;
  steps: readonly string[];
  /** The page of the task; the topic is hidden from users who may not open it. */
  page?: Breadcrumb;
}

export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    title: 'Place an order',
    audience: 'customer',
    steps: [
      'Press New order and choose a service.',
      'Enter your specimens by table, by plate map, or upload the spreadsheet that you have.',
      'Accept the data-use agreement, choose shipping, and submit.',
      'Print the packing slip and put it into the package.',
    ],
    page: { label: 'New order', to: '/order/create' },
  },
  {
    title: 'Upload a spreadsheet of specimens',
    audience: 'customer',
    steps: [
      'Download the template of your service in the wizard, or use a file of your own with the same headings.',
      'Upload it. All mistakes are listed at once, with row and column.',
      'Nothing is saved until every row is right. Upload it again to see what changes.',
    ],
    page: { label: 'Orders', to: '/orders' },
  },
  {
    title: 'Follow an order',
    audience: 'customer',
    steps: ['Open the order. Its page shows status, shipments, history and notes.'],
    page: { label: 'Orders', to: '/orders' },
  },
  {
    title: 'Decide about a damaged or missing specimen',
    audience: 'customer',
    steps: [
      'You get an email, and the order says what needs you.',
      'Open the order and choose: send a replacement, proceed at risk, or cancel the specimen.',
    ],
    page: { label: 'Orders', to: '/orders' },
  },
  {
    title: 'Enter a patient',
    audience: 'customer',
    steps: [
      'Press New patient and enter the name, the date of birth and the medical record number.',
      'In an order each specimen names its patient by that number.',
      'An order also names a clinician with a verified license: Settings, Licenses.',
    ],
    page: { label: 'Patients', to: '/patients' },
  },
  {
    title: 'Download results',
    audience: 'customer',
    steps: [
      'You get an email once the lab has released results.',
      'Open the order or the specimen. Its files are there, one by one or all together.',
    ],
    page: { label: 'Specimens', to: '/specimens' },
  },
  {
    title: 'Pay an invoice',
    audience: 'customer',
    steps: [
      'Open the invoice and press Pay by card; you may pay a part of it.',
      'Checks and wires are recorded by the lab when they arrive.',
      'The statement of account lists everything that was billed and paid.',
    ],
    page: { label: 'Invoices', to: '/invoices' },
  },
  {
    title: 'Invite a colleague',
    audience: 'customer',
    steps: [
      'Press Invite user and give the email address and a role.',
      'They get a link that works for 7 days.',
    ],
    page: { label: 'Users', to: '/users' },
  },
  {
    title: 'Work without a network',
    audience: 'bench',
    steps: [
      'Sign in once with a network; the header says when this device has everything.',
      'Continue scanning. Unsent work says “Saved on this device”.',
      'Unsent work syncs automatically when you are online. Data Sync shows what needs a decision.',
    ],
    page: { label: 'Data Sync', to: '/data-sync' },
  },
  {
    title: 'Receive a shipment',
    audience: 'bench',
    steps: [
      'Scan the packing slip or a requisition.',
      'Scan tube after tube; each scan says at once whether it was expected.',
      'Record problems with a tube, then sign the receipt.',
    ],
    page: { label: 'Check in', to: '/lab/specimens/accession' },
  },
  {
    title: 'Find a tube',
    audience: 'bench',
    steps: ['Scan its label on any page, or type its number into the search of Samples.'],
    page: { label: 'Samples', to: '/lab/samples' },
  },
  {
    title: 'Set a signing PIN',
    audience: 'bench',
    steps: ['Open Settings, choose Signing, enter your password and a PIN of six digits.'],
    page: { label: 'Settings', to: '/settings' },
  },
  {
    title: 'Write a note to the lab',
    audience: 'customer',
    steps: [
      'Write under Notes on an order, specimen or project page.',
      'The lab and your colleagues read it. Name one of them with @ and they get an email.',
    ],
    page: { label: 'Notes', to: '/notes' },
  },
  {
    title: 'Write a note to a colleague or a customer',
    audience: 'bench',
    steps: [
      'Write on the order or organization page.',
      'Choose whether the customer reads it, and name a colleague with @.',
    ],
    page: { label: 'Notes', to: '/notes' },
  },
  {
    title: 'Get fewer emails',
    audience: 'everybody',
    steps: ['Open Settings and choose how often you get updates.'],
    page: { label: 'Settings', to: '/settings' },
  },
  {
    title: 'Change a forgotten password',
    audience: 'everybody',
    steps: ['Sign out, press “Forgot password” and open the link in the email within an hour.'],
  },
];

/** Find the topics of an audience that contain every typed word and that this user may open. */
export function topicsFor(
  audience: Audience,
  typed: string,
  mayOpen: (path: string) => boolean,
): readonly HelpTopic[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return HELP_TOPICS.filter((topic) => {
    const text = [topic.title, ...topic.steps].join(' ').toLowerCase();
    return (
      (topic.audience === audience || topic.audience === 'everybody') &&
      (topic.page === undefined || mayOpen(addressOf(topic.page))) &&
      terms.every((term) => text.includes(term))
    );
  });
}
