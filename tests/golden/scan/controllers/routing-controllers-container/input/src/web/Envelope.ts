import { Interceptor, type InterceptorInterface } from 'routing-controllers';

@Interceptor()
export class Envelope implements InterceptorInterface {
  intercept(action: unknown, content: unknown) { return { data: content }; }
}
