import { ConfigClass, ConfigClassBuilder } from 'typeconfig/node';
import { ConfigProperty, SubConfigClass } from 'typeconfig/common';

@SubConfigClass()
class ServerConfig {
  @ConfigProperty({ type: 'string', description: 'where the interface lies' })
  base: string = '/album';
  @ConfigProperty()
  languages: string[] = ['en', 'fr'];
  @ConfigProperty()
  sharing: boolean = true;
}

@ConfigClass({ configPath: 'album.json', saveIfNotExist: true })
class AlbumConfig {
  @ConfigProperty()
  Server: ServerConfig = new ServerConfig();
  @ConfigProperty()
  formats: string[] = ['jpg', 'png'];
}

export const Config = ConfigClassBuilder.attachPrivateInterface(new AlbumConfig());
try {
  Config.loadSync({ preventSaving: true });
} catch (error) {
  console.error(error);
}
