/** An address in the format of carriers. */
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

/** The content of a shipment: grams per box and number of boxes. */
interface ShipmentMeasures {
  grams: number;
  count: number;
}

/** A shipment to be rated: content, origin and destination. */
export interface Consignment {
  from: ShipmentAddress;
  to: ShipmentAddress;
  measures: ShipmentMeasures;
  /** Text on the label for the recipient who opens the box. */
  reference: string;
}

/** A carrier's price for a shipment, in integer cents. */
export interface CarrierRate {
  id: string;
  carrier: string;
  service: string;
  cost: number;
  /** Days in transit; null if the carrier does not say. */
  days: number | null;
}

/** A purchased label. */
export interface BoughtLabel {
  /** The carrier's id of the shipment. */
  reference: string;
  carrier: string;
  service: string;
  cost: number;
  days: number | null;
  trackingNumber: string;
  /** A printable PDF. */
  content: Buffer;
}

/** A tracking event in the carrier's own words. */
export interface TrackingEvent {
  id: string;
  trackingNumber: string;
  carrierStatus: string;
  message: string | null;
  place: string | null;
  at: string;
}

/** A carrier service. Failures reject with an AppError that says what to do. */
export interface Carriers {
  provider: 'SIMULATOR' | 'EASYPOST';
  rates(consignment: Consignment): Promise<CarrierRate[]>;
  /** Buy a rate; buying the same rate again returns the same label. */
  buyLabel(rateId: string, consignment: Consignment): Promise<BoughtLabel>;
  /** Refund a label; a refunded label stays refunded. */
  voidLabel(reference: string): Promise<void>;
  /** Parse a webhook, null if it concerns no shipment; rejects those without the carrier's signature. */
  readEvent(body: Buffer, signature: string): TrackingEvent | null;
}
