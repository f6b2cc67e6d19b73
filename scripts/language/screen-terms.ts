/** A wording that no screen text, email or document uses, with the term to use. */
export interface ScreenTerm {
  pattern: RegExp;
  term: string;
}

const termOf = (alternatives: string, term: string): ScreenTerm => ({
  pattern: new RegExp(String.raw`\b(?:${alternatives})\b`, 'i'),
  term,
});

/** One term for one thing, US spelling, and verbs that name what happens. */
export const SCREEN_TERMS: readonly ScreenTerm[] = [
  termOf('parcels?', 'shipment'),
  termOf('(?<!data |for )deliver(?:y|ies)', 'shipment'),
  termOf(
    '(?:storage|retired|quarantine|new|another|no|this|which|its|the) places?(?! (?:order|of))',
    'location, or position in a box',
  ),
  termOf('this person|search people', 'user'),
  termOf('these companies|this company|your company|own company|all companies', 'organization'),
  termOf('check in (?:a|the) (?:package|shipment)', 'receive a shipment'),
  termOf('catalogues?|neighbours?|colours?|grey|centre|behaviour', 'US spelling'),
  termOf('cancell(?:ed|ing)|labell(?:ed|ing)|licences?|enrol|enrolment|afterwards|towards', 'US spelling'),
  termOf('(?:organ|normal|recogn|author|initial)is(?:e|es|ed|ing|ation|ations)', 'US spelling'),
  termOf('waits', 'needs, awaiting, or waiting for'),
  termOf('stands|lies', 'is, shown in, or location'),
  termOf('go(?:es)? on(?! sale)', 'continue'),
  termOf('told', 'gets an email, or sees'),
  termOf('begun|begin (?:again|now|anew|a new)', 'start'),
  termOf('by (?:itself|themselves)', 'automatically'),
  termOf('anew', 'again'),
  termOf('put away', 'checked in, or stored'),
  termOf('page of (?:the|an?|its)', 'order page, batch page'),
  termOf('film', 'video'),
  termOf('ticked|tick (?:all|them|what|those|specimens)', 'select'),
  termOf('cut to a square|drawn pattern|without end', 'what the user needs to know'),
];

/** A text that a term refuses although it is right where it is. */
export interface AllowedText {
  /** Part of the text. */
  text: string;
  /** File of the text, or a folder with a slash at its end. */
  under: string;
  why: string;
}

/** The few exceptions to the terms. */
export const ALLOWED_TEXTS: readonly AllowedText[] = [
  { text: 'own company', under: 'db/access/grant-table.ts', why: 'word of the grant table' },
  { text: 'own company', under: 'db/access/grants.ts', why: 'word of the grant table' },
];
