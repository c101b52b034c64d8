create table `tools` (
  `id` int unsigned not null auto_increment,
  `title` varchar(120) not null,
  `kind` enum('hammer','tongs') not null default 'hammer',
  `forged` tinyint(1) default 0,
  `sold_on` datetime null,
  primary key (`id`),
  key `by_kind` (`kind`)
);
