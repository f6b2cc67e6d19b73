import { Megaphone, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { createCampaign, endCampaign, resumeCampaign, updateCampaign } from '#db/api/ordering/campaigns.ts';
import { CAMPAIGN_STATUS } from '#db/ordering/campaigns/campaign.ts';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaigns/campaign-form.ts';
import { kitsText } from '#db/ordering/shipments/collection-kits.ts';
import type { ShownCampaign, ShownCompany } from '#db/organizations/shown-company.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { cents } from './company-draft.ts';

interface CampaignDialogProps {
  open: boolean;
  companyId: string;
  onClose(): void;
}

const Typed = z.preprocess(
  (typed: { code: string; name: string; kitFee: string }) => ({ ...typed, kitFee: cents(typed.kitFee) }),
  CampaignForm,
);

const TypedTerms = z.preprocess(
  (typed: { name: string; kitFee: string }) => ({ ...typed, kitFee: cents(typed.kitFee) }),
  CampaignTerms,
);

/** Fields of a campaign that can be changed later. */
function TermsFields() {
  return (
    <>
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField
        name="kitFee"
        label="Fee for each collection kit"
        empty=""
        hint="Billed here too. Empty means that kits cost nothing."
      >
        {(control) => <NumberInput {...control} decimal unit="USD" />}
      </FormField>
    </>
  );
}

/** Adds a campaign that the organization pays for. */
function CampaignDialog({ open, companyId, onClose }: CampaignDialogProps) {
  const operation = useCallMutation(createCampaign, { onSuccess: () => toast.success('Campaign added') });
  return (
    <Dialog open={open} title="New campaign" onClose={onClose}>
      <Form
        schema={Typed}
        defaults={{ code: '', name: '', kitFee: '' }}
        onSubmit={async (body) => {
          const call = operation.mutateAsync({ params: { id: companyId }, body });
          await call.then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>Orders of any organization that name the code cost it nothing; they are billed here.</p>
        <FormField name="code" label="Campaign code" required empty="">
          {(control) => <TextInput {...control} code maxLength={40} />}
        </FormField>
        <TermsFields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Add campaign</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface CampaignTermsDialogProps {
  companyId: string;
  campaign: ShownCampaign;
  onClose(): void;
}

/** Edits the name and kit price of a campaign; its code is fixed. */
function CampaignTermsDialog({ companyId, campaign, onClose }: CampaignTermsDialogProps) {
  const { id, code, name, kitFee } = campaign;
  const operation = useCallMutation(updateCampaign, { onSuccess: () => toast.success('Campaign changed') });
  return (
    <Dialog open title={`Edit campaign ${code}`} onClose={onClose}>
      <Form
        schema={TypedTerms}
        defaults={{ name, kitFee: kitFee === null ? '' : (kitFee / 100).toFixed(2) }}
        onSubmit={async (body) => {
          const call = operation.mutateAsync({ params: { id: companyId, campaignId: id }, body });
          await call.then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>
          The fee holds for orders that are submitted from now on; those before keep theirs. The code stays,
          because orders name it.
        </p>
        <TermsFields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save changes</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

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
  const end = useCallMutation(endCampaign, { onSuccess: () => toast.success('Campaign ended') });
  const resume = useCallMutation(resumeCampaign, { onSuccess: () => toast.success('Campaign resumed') });
  const paramsOf = ({ id: campaignId }: ShownCampaign) => ({ id: company.id, campaignId });
  const error = end.error ?? resume.error;
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
      {error && <Notice tone="danger" title={errorText(error)} />}
      {company.campaigns.length === 0 && (
        <EmptyState icon={Megaphone} title="No campaigns">
          Orders with a campaign code are billed to this organization.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {company.campaigns.map((campaign) => (
          <CampaignLine
            key={campaign.id}
            campaign={campaign}
            keeps={keeps}
            busy={end.isPending || resume.isPending}
            onEdit={() => setEditing(campaign)}
            onEnd={() => setEnding(campaign)}
            onResume={() => resume.mutate({ params: paramsOf(campaign), body: {} })}
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
          if (ending) end.mutate({ params: paramsOf(ending), body: { reason } });
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
