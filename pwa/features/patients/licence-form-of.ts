import type { ListedLicence } from '#db/patients/shown-licence.ts';

/** What stands in the inputs of a license; empty where nothing was entered. */
export const licenceFormOf = (licence: ListedLicence) => {
  const { designation, licenseNumber, state, npi, issuedOn, expiresOn, fileId } = licence;
  return {
    designation,
    licenseNumber: licenseNumber ?? '',
    state,
    npi: npi ?? '',
    issuedOn: issuedOn ?? '',
    expiresOn,
    fileId,
  };
};
