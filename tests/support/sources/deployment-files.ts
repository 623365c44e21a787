import { DockerfileParser, type From, type Healthcheck, type JSONInstruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { z } from 'zod';

export interface Copied {
  /** The stage from which files are copied, or undefined for the repository's folder. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
}

/** One stage of a Dockerfile, from its FROM to the next. */
export interface Stage {
  readonly name: string | undefined;
  readonly image: string;
  readonly workdir: string | undefined;
  readonly user: string | undefined;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly copied: readonly Copied[];
  /** The commands of its RUN instructions, each split into words. */
  readonly runs: readonly (readonly string[])[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Parses the stages of a Dockerfile. Throws on an unknown instruction. */
export function stagesOf(text: string): readonly Stage[] {
  const stages: Mutable<Stage>[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') stages.push(emptyStage(instruction as From));
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${keyword} comes before any FROM`);
    switch (keyword) {
      case 'FROM':
        break;
      case 'WORKDIR':
        stage.workdir = words[0];
        break;
      case 'USER':
        stage.user = words[0];
        break;
      case 'VOLUME':
        stage.volumes = [...stage.volumes, ...words];
        break;
      case 'EXPOSE':
        stage.ports = [...stage.ports, ...words];
        break;
      case 'ARG':
        stage.args = [...stage.args, ...words];
        break;
      case 'ENV':
        stage.env = { ...stage.env, ...Object.fromEntries(words.map((word) => word.split(/=(.*)/s, 2))) };
        break;
      case 'COPY':
        stage.copied = [...stage.copied, copiedBy(instruction as JSONInstruction, words)];
        break;
      case 'RUN':
        stage.runs = [...stage.runs, ...commandsIn(words)];
        break;
      case 'CMD':
        stage.command = (instruction as JSONInstruction).getJSONStrings().map((word) => word.getJSONValue());
        break;
      case 'HEALTHCHECK':
        stage.healthcheck = checkOf(instruction as Healthcheck);
        break;
      default:
        throw new Error(`${keyword} is not known here`);
    }
  }
  return stages;
}

function emptyStage(from: From): Mutable<Stage> {
  return {
    name: from.getBuildStage() ?? undefined,
    image: from.getImage() ?? '',
    workdir: undefined,
    user: undefined,
    volumes: [],
    ports: [],
    env: {},
    args: [],
    copied: [],
    runs: [],
    command: [],
    healthcheck: [],
  };
}

function copiedBy(instruction: JSONInstruction, words: readonly string[]): Copied {
  const from = instruction.getFlags().find((flag) => flag.getName() === 'from');
  return { from: from?.getValue() ?? undefined, sources: words.slice(0, -1) };
}

function commandsIn(words: readonly string[]): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === '&&') commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands;
}

/** Returns the words of a health check given as a JSON array. */
function checkOf(instruction: Healthcheck): readonly string[] {
  const text = instruction.getRawArgumentsContent() ?? '';
  return z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('['))));
}

const strings = z.array(z.string());
const environment = z.record(z.string(), z.string());

const composeSchema = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string().optional(),
      build: z.strictObject({ context: z.string(), dockerfile: z.string(), args: environment }).optional(),
      restart: z.literal('unless-stopped'),
      command: strings.optional(),
      environment: environment.default({}),
      volumes: strings.default([]),
      ports: strings.default([]),
      healthcheck: z
        .strictObject({ test: strings, interval: z.string(), timeout: z.string(), retries: z.int() })
        .optional(),
      depends_on: z
        .record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))
        .default({}),
      cap_drop: strings.default([]),
      security_opt: strings.default([]),
      stop_grace_period: z.string().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

export type Compose = z.infer<typeof composeSchema>;

/** Parses a compose file. Throws on anything unknown. */
export function composeOf(text: string): Compose {
  return composeSchema.parse(parse(text));
}

/** Replaces a compose file's variables with values. Also returns the names of the variables. */
export function interpolated(
  text: string,
  values: Readonly<Record<string, string>>,
): { readonly text: string; readonly names: readonly string[] } {
  const names = new Set<string>();
  const filled = text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (whole, name: string) => {
    names.add(name);
    return values[name] ?? whole;
  });
  return { text: filled, names: [...names].sort() };
}
