import type { Role } from '#db/access/roles.ts';
import type { BatchType } from '#db/batches/batch.ts';
import { saveLibrarySection } from '#db/protocols/library/library-section.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { createProcedure, startProcedureVersion } from '#db/protocols/procedures/create-procedure.ts';
import {
  DraftField,
  type DraftSection,
  type ProcedureSettings,
  procedureHash,
} from '#db/protocols/procedures/procedure-content.ts';
import { procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';
import { saveProcedureDraft } from '#db/protocols/procedures/save-procedure-draft.ts';
import { signOffProcedure } from '#db/protocols/procedures/sign-off-procedure.ts';
import { submitProcedure } from '#db/protocols/procedures/submit-procedure.ts';
import { section } from '#db/protocols/section.ts';
import type { DemoInventory } from './demo-inventory.ts';
import type { DemoWorld } from './demo-world.ts';
import type { FieldRecipe, SectionRecipe } from './recipes/recipe.ts';

const settings = (name: string, more: Partial<ProcedureSettings> = {}): ProcedureSettings => ({
  name,
  clinical: false,
  requiresDirectorApproval: false,
  minSamples: 1,
  maxSamples: 24,
  positiveControls: 0,
  negativeControls: 1,
  noTemplateControls: 0,
  sampleInputVolume: '200',
  outputVolume: '60',
  dnaBarcodeKit: null,
  estimatedMinutes: 180,
  documentFileId: null,
  requiresReading: true,
  requiresTraining: false,
  competenceMonths: null,
  trainingFromVersion: null,
  ...more,
});

/** A method with the sections of its first version. */
interface Method {
  code: string;
  name: string;
  batchType: BatchType;
  sections: readonly DraftSection[];
  research?: boolean;
  role?: Role;
  more?: Partial<ProcedureSettings>;
}

/** Writes versions of procedures and sections of the library by the operations of their authors and directors. */
export class MethodWriter {
  /** The identity of each part, by its names: the same part of two versions stays the same part. */
  private readonly ids = new Map<string, string>();

  private readonly demo: DemoWorld;
  private readonly inventory: DemoInventory;

  constructor(demo: DemoWorld, inventory: DemoInventory) {
    this.demo = demo;
    this.inventory = inventory;
  }

  private idOf(...path: readonly string[]): string {
    const key = path.join(' / ');
    const id = this.ids.get(key) ?? this.demo.id();
    this.ids.set(key, id);
    return id;
  }

  private draftField(id: string, recipe: FieldRecipe): DraftField {
    return DraftField.parse({
      id,
      name: recipe.name,
      label: recipe.label,
      type: recipe.type,
      scope: recipe.perSample ? 'PER_SAMPLE' : 'PER_BATCH',
      required: !recipe.optional,
      allowFuture: false,
      measurementUnitId: recipe.unit ? this.inventory.unit(recipe.unit) : null,
      inventoryTypeId: recipe.lotOf ? this.inventory.type(recipe.lotOf) : null,
      quantityPerSample: recipe.quantityPerSample ?? null,
      quantityPerBatch: null,
      min: null,
      max: null,
      qcMin: null,
      qcMax: null,
      decimals: null,
      maxLength: null,
      pattern: null,
      barcodeType: null,
      calculationType: null,
      operands: null,
      mapsTo: null,
      defaultValue: null,
      helpText: null,
      ...recipe.with,
    });
  }

  /** Write sections as a draft has them; `owner` tells apart equal sections of several methods. */
  draft(owner: string, recipes: readonly SectionRecipe[]): DraftSection[] {
    return recipes.map(({ name, instructions, review = false, equipment = [], steps }) => ({
      id: this.idOf(owner, name),
      name,
      instructions,
      requiresSignature: true,
      requiresReview: review,
      equipmentTypeRequired: [...equipment],
      estimatedMinutes: null,
      sourceSectionId: null,
      sourceVersion: null,
      steps: steps.map(({ title, fields = [], ...step }) => ({
        id: this.idOf(owner, name, title),
        title,
        instructions: step.instructions ?? null,
        caution: step.caution ?? null,
        timerSeconds: step.timerSeconds ?? null,
        imageFileId: null,
        pictures: [],
        fields: fields.map((recipe) => this.draftField(this.idOf(owner, name, title, recipe.name), recipe)),
      })),
    }));
  }

  /** Copy a section of the library as the designer does, with the library's version. */
  copyOf(owner: string, recipe: SectionRecipe, sourceSectionId: string): DraftSection[] {
    const sourceVersion = this.demo.world.one(section, sourceSectionId)?.version ?? 1;
    return this.draft(owner, [recipe]).map((copy) => ({ ...copy, sourceSectionId, sourceVersion }));
  }

  /** Save a section of the library; returns its id. */
  async saveLibrary(recipe: SectionRecipe, days: number): Promise<string> {
    const [content] = this.draft('library', [recipe]);
    if (!content) throw new Error('A demo section is missing.');
    const seenVersion = this.demo.world.one(section, content.id)?.version ?? null;
    await this.demo.perform(saveLibrarySection, { seenVersion, content }, 'LAB_MANAGER', this.demo.ago(days));
    return content.id;
  }

  private row(procedureId: string): Procedure {
    const row = this.demo.world.one(procedure, procedureId);
    if (!row) throw new Error('A demo procedure is missing.');
    return row;
  }

  private draftRow(procedureId: string) {
    const [row] = this.demo.world.select(procedureDraft, { procedureId, deleted: false });
    if (!row) throw new Error('A demo draft is missing.');
    return row;
  }

  private save(procedureId: string, content: ProcedureSettings, method: Method, days: number) {
    const seenVersion = this.draftRow(procedureId).version;
    const args = { procedureId, seenVersion, settings: content, sections: [...method.sections] };
    return this.demo.perform(
      saveProcedureDraft,
      args,
      method.role ?? 'LAB_MANAGER',
      this.demo.ago(days - 0.1),
    );
  }

  /** Create a method as a draft or as research work; returns its id. */
  async create(method: Method, days: number): Promise<string> {
    const { code, name, batchType, research = false, role = 'LAB_MANAGER' } = method;
    const procedureId = this.demo.id();
    const content = settings(name, method.more);
    const args = { procedureId, code, batchType, research, settings: content };
    await this.demo.perform(createProcedure, args, role, this.demo.ago(days));
    await this.save(procedureId, content, method, days);
    return procedureId;
  }

  /** Start the next version of a method with other sections; returns its id. */
  async next(sourceId: string, method: Method, days: number): Promise<string> {
    const procedureId = this.demo.id();
    await this.demo.perform(
      startProcedureVersion,
      { procedureId, sourceId },
      'LAB_MANAGER',
      this.demo.ago(days),
    );
    await this.save(procedureId, settings(method.name, method.more), method, days);
    return procedureId;
  }

  submit(procedureId: string, changeSummary: string, days: number) {
    return this.demo.perform(
      submitProcedure,
      { procedureId, changeSummary },
      'LAB_MANAGER',
      this.demo.ago(days),
    );
  }

  /** Approve a submitted version, at once or from a later day. */
  async approve(procedureId: string, days: number, effectiveFrom: string | null = null): Promise<void> {
    const contentHash = await procedureHash(this.row(procedureId), this.draftRow(procedureId).sections, null);
    const decision = { procedureId, contentHash, proof: 'demo', effectiveFrom, updateFlowIds: [] };
    await this.demo.perform(signOffProcedure, decision, 'LAB_RESEARCH_DIRECTOR', this.demo.ago(days));
  }
}
