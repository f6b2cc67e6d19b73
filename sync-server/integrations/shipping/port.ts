/** Somebody's address, as a carrier wants it. */
export interface ShipmentAddress {
  name: string;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string | null;
}

/** What is sent: grams of one box and how many of them. */
export interface ShipmentMeasures {
  grams: number;
  count: number;
}

/** What somebody wants sent, and from where to where. */
export interface Consignment {
  from: ShipmentAddress;
  to: ShipmentAddress;
  measures: ShipmentMeasures;
  /** Printed on the label, for whoever opens the box. */
  reference: string;
}

/** What a carrier asks for taking a parcel, in integer cents. */
export interface CarrierRate {
  id: string;
  carrier: string;
  service: string;
  cost: number;
  /** Days on the way; null when the carrier does not say. */
  days: number | null;
}

/** A label that was bought. */
export interface BoughtLabel {
  /** How the carrier knows it. */
  reference: string;
  carrier: string;
  service: string;
  cost: number;
  days: number | null;
  trackingNumber: string;
  /** A PDF, ready to be printed. */
  content: Buffer;
}

/** Something that a carrier tells of a parcel, in its own words. */
export interface TrackingEvent {
  id: string;
  trackingNumber: string;
  carrierStatus: string;
  message: string | null;
  place: string | null;
  at: string;
}

/** Who takes parcels. What cannot be done rejects with an AppError that says what to do. */
export interface Carriers {
  provider: 'SIMULATOR' | 'EASYPOST';
  rates(consignment: Consignment): Promise<CarrierRate[]>;
  /** The same rate bought again gives the label that was bought. */
  buyLabel(rateId: string, consignment: Consignment): Promise<BoughtLabel>;
  /** Gives a label back; one that was given back before stays so. */
  voidLabel(reference: string): Promise<void>;
  /** Reads a webhook, null when it is about no parcel; rejects what the carrier has not signed. */
  readEvent(body: Buffer, signature: string): TrackingEvent | null;
}
