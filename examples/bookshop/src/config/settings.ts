const version = 1;

export const settings = {
  port: Number(process.env.PORT ?? 3000),
  allowedOrigin: process.env.ALLOWED_ORIGIN || 'http://localhost:5173',
  apiPrefix: `${process.env.BASE_PATH || '/api'}/v${version}`,
  logRequests: process.env.NODE_ENV !== 'test',
  jwtSecret: process.env.JWT_SECRET || 'development-only',
  webhookSecret: process.env.WEBHOOK_SECRET || 'development-only',
};
