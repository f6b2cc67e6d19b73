/** How the addresses of a country name their parts, and which they need. */
export interface AddressFormat {
  /** Null where addresses have no such part. */
  state: { label: string; isRequired: boolean } | null;
  postalCode: { label: string; isRequired: boolean } | null;
}

const state = (label: string, isRequired = true) => ({ label, isRequired });
const STATE = state('State');
const PROVINCE = state('Province');
const POSTCODE = { label: 'Postcode', isRequired: true };
const POSTAL_CODE = { label: 'Postal code', isRequired: true };

const FORMATS: Readonly<Record<string, AddressFormat>> = {
  US: { state: STATE, postalCode: { label: 'ZIP code', isRequired: true } },
  CA: { state: PROVINCE, postalCode: POSTAL_CODE },
  AU: { state: STATE, postalCode: POSTCODE },
  BR: { state: STATE, postalCode: { label: 'CEP', isRequired: true } },
  CN: { state: PROVINCE, postalCode: POSTAL_CODE },
  ES: { state: state('Province', false), postalCode: POSTAL_CODE },
  GB: { state: state('County', false), postalCode: POSTCODE },
  HK: { state: null, postalCode: null },
  AE: { state: state('Emirate'), postalCode: null },
  QA: { state: null, postalCode: null },
  IE: { state: state('County', false), postalCode: { label: 'Eircode', isRequired: false } },
  IN: { state: STATE, postalCode: { label: 'PIN code', isRequired: true } },
  IT: { state: state('Province', false), postalCode: POSTAL_CODE },
  JP: { state: state('Prefecture'), postalCode: POSTAL_CODE },
  KR: { state: state('Province', false), postalCode: POSTAL_CODE },
  MX: { state: STATE, postalCode: POSTAL_CODE },
};

/** Countries whose addresses name no state or province. */
const WITHOUT_STATE = new Set(
  'AT BE BG CH CY CZ DE DK EE FI FR GR HR HU IL IS LI LT LU LV MC MT NL NO PL PT RO RS SE SG SI SK'.split(
    ' ',
  ),
);

/** Return the format of a country; unknown ones may have all parts and need none of them. */
export function addressFormat(country: string): AddressFormat {
  const format = FORMATS[country];
  if (format) return format;
  if (WITHOUT_STATE.has(country)) return { state: null, postalCode: POSTAL_CODE };
  return {
    state: state('State or province', false),
    postalCode: { label: 'Postal code', isRequired: false },
  };
}
