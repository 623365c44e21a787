import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const APT = '/usr/bin/apt-get';
/** Makes apt-get fail soon on a machine without a network. */
const PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
const OPTIONS = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...PATIENCE];
const UPDATE_S = 60;
const INSTALL_S = 900;

/** Returns true for root on Debian or Ubuntu. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync(APT);
}

/**
 * Installs all groups of packages at once. If that fails, installs them one by one, because this system may lack a
 * package. Calls `log` with the reason for a failure.
 */
export function installPackages(groups, log) {
  if (!apt(log, UPDATE_S, ['update', ...PATIENCE])) return;
  if (apt(log, INSTALL_S, ['install', ...OPTIONS, ...groups.flat()]) || groups.length === 1) return;
  for (const group of groups) apt(log, INSTALL_S, ['install', ...OPTIONS, ...group]);
}

function apt(log, seconds, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const limits = { timeout: seconds * 1000, maxBuffer: 64 * 1024 * 1024 };
  const { status, stderr, error } = spawnSync(APT, args, { env, encoding: 'utf8', ...limits });
  if (status === 0) return true;
  log(`apt-get ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return false;
}
