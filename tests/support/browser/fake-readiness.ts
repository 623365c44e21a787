import type { AppFiles } from '../../../src/domain/ready.ts';
import type { Readiness } from '../../../src/records/ready/readiness.ts';

/** A device on which the app is stored whole, and a session that does not say when it ends. */
export class FakeReadiness implements Readiness {
  files: AppFiles = 'current';
  hasParts = true;
  loads = 0;
  begun: number | null = null;
  end: number | null = null;
  persistAsked = 0;

  async appFiles(): Promise<AppFiles> {
    return this.files;
  }

  async loadParts(): Promise<boolean> {
    this.loads += 1;
    return this.hasParts;
  }

  sessionLife(): { readonly begunAt: number | null; readonly endsAt: number | null } {
    return { begunAt: this.begun, endsAt: this.end };
  }

  async persist(): Promise<boolean> {
    this.persistAsked += 1;
    return true;
  }
}
