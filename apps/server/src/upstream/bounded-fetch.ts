/** A fetch whose answers may not be larger than so many bytes; a larger one breaks off. */
export function createBoundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    let size = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          size += chunk.byteLength;
          if (size > mostBytes)
            controller.error(new Error(`an answer was over ${mostBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { headers, status, statusText } = response;
    return new Response(bounded, { headers, status, statusText });
  };
}
