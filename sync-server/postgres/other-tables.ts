// Written by scripts/other-tables.pg.test.ts with WRITE_OTHER_TABLES=1; do not change it by hand.

/** Tables that typed reads use and that are not entities. */
export interface OtherTables {
  card_simulator_event: {
    attempts: number;
    created_at: string;
    id: string;
    intent_id: string;
    kind: string;
    next_at: string;
    tells_left: number;
  };
  card_simulator_intent: {
    amount: number;
    amount_received: number;
    amount_refunded: number;
    client_secret: string;
    created_at: string;
    customer_id: string | null;
    dispute: string | null;
    dispute_amount: number;
    failure_code: string | null;
    id: string;
    metadata: unknown;
    method_id: string | null;
    saves_card: boolean;
    settles_at: string | null;
    status: string;
  };
  device: {
    clock_offset_ms: number | null;
    clock_shift_ms: number;
    created_at: string;
    created_by_id: string | null;
    deleted: boolean;
    entity: string;
    id: string;
    kind: string;
    lab: string;
    last_n: number;
    last_sync_at: string | null;
    last_user_id: string | null;
    letters: string[];
    name: string;
    not_before: string | null;
    offline_letter: string | null;
    registered_by_id: string;
    replaces_id: string | null;
    revoked: boolean;
    revoked_at: string | null;
    revoked_by_id: string | null;
    revoked_reason: string | null;
    updated_at: string;
    user_company_id: string;
    version: number;
    waiting: number | null;
  };
  operation: {
    args: string;
    args_hash: string;
    base: string;
    clock_offset_ms: number | null;
    code: string | null;
    depends_on: string[];
    device_id: string;
    device_time: string;
    entity: string;
    found: unknown;
    id: string;
    lab: string;
    message: string | null;
    mono: number | null;
    n: number;
    name: string;
    occurred_at: string;
    outcome: string;
    quarantined: boolean;
    received_at: string;
    repeated: boolean;
    rev: number;
    root_id: string | null;
    user_company_id: string;
    user_id: string;
    version: number;
  };
  parcel_simulator: {
    carrier: string;
    content: string;
    cost: number;
    created_at: string;
    id: string;
    rate_id: string;
    reference: string;
    refunded_at: string | null;
    service: string;
    status: string;
    tracking_number: string;
  };
  parcel_simulator_event: {
    attempts: number;
    id: string;
    next_at: string;
    parcel_id: string;
    status: string;
    tells_left: number;
    told_at: string;
  };
}
