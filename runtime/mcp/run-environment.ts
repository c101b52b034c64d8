/** Variables that decide how connections are made. */
const CONNECTION = /^(?:HTTPS?_PROXY|NO_PROXY|ALL_PROXY|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS)$/i;

/**
 * The environment variables that a run may read. A workflow that an assistant wrote must not carry the variables of a person's
 * shell to a server: only those that are meant for the tool, and those of connections.
 */
export const runEnvironment = (environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('TOOL_') || CONNECTION.test(name)));
