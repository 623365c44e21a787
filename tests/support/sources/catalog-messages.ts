import { parseSync } from 'vite';

/** Returns the messages in a module of the catalog, such as ['undoWords.saved', '{title} saved.']. */
export function catalogMessages(file: string, text: string): (readonly [name: string, message: string])[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return program.body.flatMap((statement) => {
    const exported = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (exported?.type !== 'VariableDeclaration') return [];
    return exported.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
      const [messages] = init.arguments;
      if (messages?.type !== 'ObjectExpression') return [];
      return messages.properties.map((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') throw notPlain(file, id.name);
        const { key, value } = property;
        if (value.type !== 'Literal' || typeof value.value !== 'string') throw notPlain(file, id.name);
        return [`${id.name}.${key.name}`, value.value] as const;
      });
    });
  });
}

function notPlain(file: string, catalog: string): Error {
  return new Error(`${catalog} in ${file} has more than names and texts`);
}
