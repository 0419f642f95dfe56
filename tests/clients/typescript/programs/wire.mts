// Transport to the server on which programs can simulate faults of networks and proxies.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

type Go = () => Promise<Response>;
type Handle = (request: Request, go: Go) => Response | Promise<Response>;

/** A `fetch` whose calls of the API pass through `handle`; token requests pass unchanged. */
export function wire(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // Only the headers may have changed; the body is the caller's.
    const go: Go = () => fetch(input, { ...init, headers: request.headers });
    return isApi(request) ? handle(request, go) : go();
  };
}

export function isApi(request: Request): boolean {
  return new URL(request.url).pathname.startsWith("/api/");
}

/** Serves on a free port until the end of `use`. */
export async function serving<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
