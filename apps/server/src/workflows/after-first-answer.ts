import type { McpService } from '@guildline/mcp-core/mcp';

/** The same service, which does `work` once its first request is answered: start-up comes first. */
export function afterFirstAnswer(service: McpService, work: () => void): McpService {
  let isDue = true;
  const answered = () => {
    if (!isDue) return;
    isDue = false;
    setImmediate(work);
  };
  return {
    ...service,
    list: () => {
      answered();
      return service.list();
    },
    call: async (incoming) => {
      try {
        return await service.call(incoming);
      } finally {
        answered();
      }
    },
  };
}
