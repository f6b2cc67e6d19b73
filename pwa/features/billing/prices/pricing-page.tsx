import { BadgeDollarSign, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { listPrices } from '#db/api/billing/prices.ts';
import type { PriceList } from '#db/billing/prices/shown-prices.ts';
import { SERVICE_STATUS } from '#db/ordering/services/service.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useShell } from '#pwa/app/shell.ts';
import { AdjustmentsList } from '#pwa/features/billing/adjustments/adjustments-list.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { RowGrouping } from '#pwa/ui/list/row-groups.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { PriceCalculator } from './price-calculator.tsx';
import { kindText, PriceDialog, TierDialog } from './price-dialog.tsx';
import { carriedOver, type Kind, kindsOf, type PriceDraft, type TierRow, tierRows } from './price-rows.ts';
import { ProjectPricesList } from './project-prices-list.tsx';

/** The price of a tier; muted for an inherited price, a dash for the standard price. */
function PriceCell({ row, kind, day }: { row: TierRow; kind: Kind; day: string }) {
  const { now = null, next = null } = row.cells[kind] ?? {};
  const carriedOverAmount = carriedOver(row, kind, day);
  return (
    <span className="block whitespace-nowrap tabular-nums">
      {now && formatMoney(now.amount)}
      {carriedOverAmount !== null && <span className="text-ink-soft">{formatMoney(carriedOverAmount)}</span>}
      {!now && !next && carriedOverAmount === null && '–'}
      {next && (
        <span className="block text-ink-soft text-sm">
          {`${formatMoney(next.amount)} from ${formatDate(next.effectiveFrom)}`}
        </span>
      )}
    </span>
  );
}

const columnsOf = (kinds: readonly Kind[], day: string): readonly Column<TierRow>[] => [
  {
    id: 'tier',
    header: 'Specimens',
    cell: ({ line, minQuantity }) => (
      <span className="whitespace-nowrap">
        <span className="sr-only">{`${line.protocol.name}, `}</span>
        {`${minQuantity} or more`}
      </span>
    ),
  },
  ...kinds.map(
    (kind): Column<TierRow> => ({
      id: kind,
      header: kindText(kind),
      align: 'right',
      cell: (row) => <PriceCell row={row} kind={kind} day={day} />,
    }),
  ),
];

/** The tiers of a protocol are below its name and its sale status. */
const BY_PROTOCOL: RowGrouping<TierRow> = {
  keyOf: ({ line }) => line.protocol.id,
  head: ({ line: { protocol, service } }) => (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold text-base text-ink">{protocol.name}</span>
      <span className="code text-ink-soft text-sm">{protocol.code}</span>
      {service ? (
        <StatusBadge display={SERVICE_STATUS[service.status]} />
      ) : (
        <span className="text-ink-soft text-sm">No service</span>
      )}
    </span>
  ),
};

interface PricingPageProps {
  role: Role;
  tab: string;
  onTab(tab: string): void;
  /** Opens the page of an order. */
  onOpenOrder(orderId: string): void;
}

function Loaded({ list, role, tab, onTab, onOpenOrder }: PricingPageProps & { list: PriceList }) {
  const [search, setSearch] = useState('');
  const [initialPrice, setInitialPrice] = useState<Partial<PriceDraft> | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const mayChange = may(role, 'lab/price:create');
  const kinds = kindsOf(useShell().entity);
  const rows = tierRows(list);
  const query = search.trim().toLowerCase();
  const visibleRows = rows.filter(({ line: { protocol } }) =>
    `${protocol.name} ${protocol.code}`.toLowerCase().includes(query),
  );
  const setFor = ({ line, minQuantity }: TierRow) => {
    setOpenId(null);
    setInitialPrice({ protocolId: line.protocol.id, minQuantity: String(minQuantity) });
  };
  return (
    <Page
      title="Protocol Pricing"
      actions={
        mayChange &&
        tab === 'list' && (
          <Button variant="primary" icon={Plus} onClick={() => setInitialPrice({})}>
            Set price
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        onChange={onTab}
        tabs={[
          {
            id: 'list',
            label: 'Price list',
            content: (
              <div className="flex flex-col gap-4">
                <DataList
                  label="Prices"
                  rows={visibleRows}
                  columns={columnsOf(kinds, list.day)}
                  grouping={BY_PROTOCOL}
                  rowKey={({ id }) => id}
                  rowLabel={({ line, minQuantity }) => `${line.protocol.name}, ${minQuantity} or more`}
                  onOpen={({ id }) => setOpenId(id)}
                  search={{ value: search, onChange: setSearch }}
                />
                <p className="text-ink-soft text-sm">
                  A kind of organization with a price of its own pays that price for any number of specimens:
                  in gray it is carried down from the row above. A dash means the standard price.
                </p>
                <PriceCalculator list={list} />
              </div>
            ),
          },
          ...(may(role, 'lab/project-base-pricing:read')
            ? [
                {
                  id: 'projects',
                  label: 'Project prices',
                  content: <ProjectPricesList role={role} day={list.day} />,
                },
              ]
            : []),
          ...(may(role, 'lab/price-adjustments:read')
            ? [
                {
                  id: 'adjustments',
                  label: 'Adjustments',
                  content: <AdjustmentsList onOpenOrder={onOpenOrder} />,
                },
              ]
            : []),
        ]}
      />
      <PriceDialog list={list} initial={initialPrice} onClose={() => setInitialPrice(null)} />
      <TierDialog
        row={rows.find(({ id }) => id === openId) ?? null}
        day={list.day}
        mayChange={mayChange}
        onSet={setFor}
        onClose={() => setOpenId(null)}
      />
    </Page>
  );
}

function Prices(props: PricingPageProps) {
  const { data, error, refetch } = useCall(listPrices, {});
  if (data) return <Loaded list={data} {...props} />;
  return (
    <Page title="Protocol Pricing">
      {error ? (
        <EmptyState
          icon={BadgeDollarSign}
          title="The prices cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <DataList
          label="Prices"
          status="loading"
          rows={[]}
          columns={columnsOf([], '')}
          rowKey={({ id }) => id}
          rowLabel={() => ''}
        />
      )}
    </Page>
  );
}

/** Prices of protocols and projects, and the adjustments of orders. */
export function PricingPage(props: PricingPageProps) {
  // Lab roles open the pages of protocols but may not read prices.
  if (may(props.role, 'lab/price:read')) return <Prices {...props} />;
  return (
    <Page title="Protocol Pricing">
      <EmptyState icon={BadgeDollarSign} title="Prices are not shown to your role">
        Ask sales or the project manager what a protocol costs.
      </EmptyState>
    </Page>
  );
}
