import { Megaphone, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { CAMPAIGN_STATUS } from '#db/ordering/campaign-status.ts';
import { kitsText } from '#db/ordering/collection-kits.ts';
import type { ShownCampaign, ShownCompany } from '#db/organizations/shown-company.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { CampaignDialog, CampaignTermsDialog } from './campaign-dialog.tsx';
import { errorText, useCompanyOperation } from './use-company.ts';

/** Orders of a campaign, and its kit price. */
const countsText = ({ orders, kits, kitFee }: ShownCampaign): string =>
  [
    orders === 1 ? '1 order' : `${orders} orders`,
    kits > 0 && kitsText(kits),
    kitFee !== null && `${formatMoney(kitFee)} for each kit`,
  ]
    .filter(Boolean)
    .join(', ');

interface LineProps {
  campaign: ShownCampaign;
  keeps: boolean;
  busy: boolean;
  onEdit(): void;
  onEnd(): void;
  onResume(): void;
}

function CampaignLine({ campaign, keeps, busy, onEdit, onEnd, onResume }: LineProps) {
  const { code, name, status } = campaign;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="code wrap-anywhere">{code}</span>
          <StatusBadge display={CAMPAIGN_STATUS[status]} />
        </p>
        <p className="wrap-anywhere">{name}</p>
        <p className="text-ink-soft text-sm tabular-nums">{countsText(campaign)}</p>
      </div>
      {keeps && (
        <Button variant="quiet" icon={Pencil} disabled={busy} aria-label={`Edit ${code}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {keeps &&
        (status === 'ACTIVE' ? (
          <Button disabled={busy} aria-label={`End ${code}`} onClick={onEnd}>
            End
          </Button>
        ) : (
          <Button disabled={busy} aria-label={`Resume ${code}`} onClick={onResume}>
            Resume
          </Button>
        ))}
    </li>
  );
}

/** The campaigns that an organization pays for; hidden when empty and the user may not add one. */
export function CompanyCampaigns({ company, keeps }: { company: ShownCompany; keeps: boolean }) {
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<ShownCampaign | null>(null);
  const [ending, setEnding] = useState<ShownCampaign | null>(null);
  const operation = useCompanyOperation(company.id);
  if (company.campaigns.length === 0 && !keeps) return null;
  return (
    <Section
      title="Campaigns"
      actions={
        keeps && (
          <Button variant="quiet" icon={Plus} aria-label="Add campaign" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      {company.campaigns.length === 0 && (
        <EmptyState icon={Megaphone} title="No campaign">
          Add one, and orders that name its code are billed to this organization.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {company.campaigns.map((campaign) => (
          <CampaignLine
            key={campaign.id}
            campaign={campaign}
            keeps={keeps}
            busy={operation.isPending}
            onEdit={() => setEditing(campaign)}
            onEnd={() => setEnding(campaign)}
            onResume={() =>
              operation.mutate({
                path: `/campaigns/${campaign.id}/resume`,
                data: {},
                done: 'Campaign resumed',
              })
            }
          />
        ))}
      </ul>
      <CampaignDialog open={adding} companyId={company.id} onClose={() => setAdding(false)} />
      {editing && (
        <CampaignTermsDialog companyId={company.id} campaign={editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={ending !== null}
        title="End this campaign?"
        confirmLabel="End campaign"
        danger
        reasonRequired
        onClose={() => setEnding(null)}
        onConfirm={(reason) => {
          const path = `/campaigns/${ending?.id}/end`;
          operation.mutate({ path, data: { reason }, done: 'Campaign ended' });
          setEnding(null);
        }}
      >
        <p>
          {`No more orders are placed with ${ending?.code ?? ''}. What was ordered in it is still billed to ${company.name}.`}
        </p>
      </ConfirmDialog>
    </Section>
  );
}
