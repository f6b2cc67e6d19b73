import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { readDataSync } from '#db/api/records/data-sync.ts';
import type { QuarantinedOperation } from '#db/records/shown-data-sync.ts';
import { CHECK_OUT_PURPOSE, CheckOutPurpose } from '#db/samples/sample.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { call, callKey } from '#pwa/api/call.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readDocument, readList } from '#pwa/replica/operations/read-view.ts';
import { ruleNamed } from '#pwa/replica/operations/rules.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Time } from '#pwa/ui/time.tsx';

/** Where an argument's record is read, and its label. */
const NAME_SOURCES: Record<string, { collection: CollectionName; names: readonly string[] }> = {
  sample: { collection: 'samples', names: ['barcode'] },
  otherSample: { collection: 'samples', names: ['barcode'] },
  specimen: { collection: 'specimens', names: ['julianId', 'requisitionNumber'] },
  order: { collection: 'orders', names: ['orderNumber'] },
  batch: { collection: 'batches', names: ['julianId'] },
  container: { collection: 'storage', names: ['name'] },
  parent: { collection: 'storage', names: ['name'] },
  inventoryItem: { collection: 'inventory-items', names: ['lotNumber'] },
};

const MAX_NAMES = 5;

const shortOf = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A colleague is identified by account, while the records of people are memberships. */
async function personName(replica: Replica, userId: string): Promise<string> {
  const [storedDocument] = await readList(replica, 'people', { kind: 'Person', filter: { userId } });
  const name = storedDocument?.body['name'];
  return typeof name === 'string' ? name : 'a colleague';
}

async function nameOf(replica: Replica, noun: string, id: unknown): Promise<string | null> {
  if (typeof id !== 'string') return null;
  if (noun === 'toUser') return personName(replica, id);
  const nameSource = NAME_SOURCES[noun];
  if (!nameSource) return null;
  const storedDocument = await readDocument(replica, nameSource.collection, id);
  const name = nameSource.names
    .map((key) => storedDocument?.body[key])
    .find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : 'not on this device';
}

async function namesOf(replica: Replica, noun: string, ids: readonly unknown[]): Promise<string | null> {
  if ((!NAME_SOURCES[noun] && noun !== 'toUser') || ids.length === 0) return null;
  const names = await Promise.all(ids.slice(0, MAX_NAMES).map((id) => nameOf(replica, noun, id)));
  return `${names.join(', ')}${ids.length > MAX_NAMES ? ` and ${ids.length - MAX_NAMES} more` : ''}`;
}

// Long texts are truncated; hashes and signature proofs mean nothing to users.
const LONGEST = 120;
const HIDDEN_ARGS = ['contentHash', 'proof', 'reviewerProof', 'choice'];

/** A value of an enumeration, such as DAMAGED or PROCEED_AT_RISK; lab codes have digits or fewer letters. */
const isChoice = (text: string): boolean => /^[A-Z]{3,}(_[A-Z]+)*$/.test(text);

const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;

/** List the subjects of an operation: the distinct records that its entries name, else the scanned codes. */
async function listText(replica: Replica, list: readonly unknown[]): Promise<string | null> {
  const entries = list.filter(isRecord);
  const nameTexts = Object.keys(NAME_SOURCES).map(async (noun) => {
    const ids = [...new Set(entries.map((one) => one[`${noun}Id`]).filter((id) => typeof id === 'string'))];
    const names = await namesOf(replica, noun, ids);
    return names && `${humanize(noun)}${ids.length === 1 ? '' : 's'}: ${names}`;
  });
  const texts = (await Promise.all(nameTexts)).filter((one) => one !== null);
  if (texts.length > 0) return texts.join('; ');
  const codes = entries.map(({ barcode }) => barcode).filter((code) => typeof code === 'string');
  const rest = codes.length > MAX_NAMES ? ` and ${codes.length - MAX_NAMES} more` : '';
  return codes.length === 0 ? null : `Codes: ${codes.slice(0, MAX_NAMES).join(', ')}${rest}`;
}

async function argumentText(replica: Replica, key: string, value: unknown): Promise<string | null> {
  if (HIDDEN_ARGS.includes(key)) return null;
  if (key === 'typed') return value === true ? 'Typed, not scanned' : null;
  const many = key.endsWith('Ids');
  if (many || key.endsWith('Id')) {
    const noun = key.replace(/Ids?$/, '');
    const names = await namesOf(replica, noun, many && Array.isArray(value) ? value : [value]);
    const called = noun === 'toUser' ? 'To' : `${humanize(noun)}${many ? 's' : ''}`;
    return names && `${called}: ${names}`;
  }
  if (Array.isArray(value)) return listText(replica, value);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = shortOf(String(value));
  const purpose = key === 'purpose' ? CheckOutPurpose.safeParse(text).data : undefined;
  if (purpose) return `Purpose: ${CHECK_OUT_PURPOSE[purpose]}`;
  return text && `${humanize(key)}: ${isChoice(text) ? humanize(text) : text}`;
}

/** Describe the subject of a quarantined operation in known names; unknown ids are omitted. */
export async function quarantineText(replica: Replica, args: Record<string, unknown>): Promise<string> {
  const entries = Object.entries(args);
  const texts = await Promise.all(entries.map(([key, value]) => argumentText(replica, key, value)));
  return texts.filter(Boolean).join('; ');
}

/** Name the operation as its screen does. */
async function quarantineTitle(name: string): Promise<string> {
  const rule = await ruleNamed(name).catch(() => undefined);
  return rule?.title ?? humanize(name.replaceAll('-', ' '));
}

/** A quarantined operation as text. */
interface QuarantineRow extends Omit<QuarantinedOperation, 'args'> {
  operationTitle: string;
  about: string;
}

const QUARANTINE = { query: { limit: 1 } };

const readQuarantine = async (replica: Replica): Promise<QuarantineRow[]> => {
  const { quarantine } = await call(readDataSync, QUARANTINE);
  return Promise.all(
    quarantine.map(async ({ args, ...entry }) => ({
      ...entry,
      operationTitle: await quarantineTitle(entry.name),
      about: await quarantineText(replica, args),
    })),
  );
};

const COLUMNS: readonly Column<QuarantineRow>[] = [
  {
    id: 'act',
    header: 'Act',
    cell: ({ operationTitle }) => operationTitle,
    sortBy: ({ operationTitle }) => operationTitle,
  },
  { id: 'about', header: 'What', wide: true, cell: ({ about }) => about },
  {
    id: 'person',
    header: 'Who',
    cell: ({ userName }) => userName ?? 'Unknown',
    sortBy: ({ userName }) => userName,
  },
  {
    id: 'device',
    header: 'Device',
    cell: ({ deviceName }) => deviceName,
    sortBy: ({ deviceName }) => deviceName,
  },
  {
    id: 'done',
    header: 'Done',
    cell: ({ occurredAt }) => <Time value={occurredAt} />,
    sortBy: ({ occurredAt }) => occurredAt,
  },
  {
    id: 'received',
    header: 'Received',
    cell: ({ receivedAt }) => <Time value={receivedAt} />,
    sortBy: ({ receivedAt }) => receivedAt,
  },
  { id: 'why', header: 'Why', wide: true, cell: ({ message }) => message ?? '' },
];

/** For deciders: operations after a user was deactivated or a device revoked. They had no effect. */
export function QuarantineList() {
  const replica = useReplica();
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    // Named by the records of this device, unlike the answer itself.
    queryKey: [...callKey(readDataSync, QUARANTINE), 'named'],
    queryFn: () => readQuarantine(replica),
    refetchInterval: 30_000,
  });
  const rows = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return (data ?? []).filter(({ operationTitle, userName, deviceName, about }) =>
      `${operationTitle} ${userName} ${deviceName} ${about}`.toLowerCase().includes(searchText),
    );
  }, [data, search]);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-soft">
        None of this was applied. Check at the bench what is so, and enter it yourself where it was right.
      </p>
      <DataList
        label="Work in quarantine"
        rows={rows}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ operationTitle }) => operationTitle}
        status={isPending ? 'loading' : error ? 'error' : 'ready'}
        errorText="What is in quarantine is shown when this device is online."
        onRetry={() => void refetch()}
        search={{ value: search, onChange: setSearch }}
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing is in quarantine">
            What a device sends after its person was deactivated, or after it was revoked, is kept here.
          </EmptyState>
        }
      />
    </div>
  );
}
